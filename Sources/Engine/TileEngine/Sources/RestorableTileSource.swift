/// A source that is made anew where it was: what a server keeps of one that it has given up, until its viewer is back.
public protocol RestorableTileSource: TileSource {
    /// What is to be there again; nil for nothing. To be called where waiting does no harm.
    func savedState() -> [UInt8]?

    /// Brings a source that was made as the other was to where that one was. What can't be had again, or read, is as
    /// in a new one. To be called where waiting does no harm.
    func restore(_ state: [UInt8])
}

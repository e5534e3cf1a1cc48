/// A source whose parts are drawn by a program's own code as they change, and that counts those draws: a tree of views.
package protocol DrawCountingTileSource: TileSource {
    /// The number of draws of parts by program code since the source was made. Cheap; safe from any thread.
    var drawCount: Int { get }
}

/// The options of an adaptation.
public struct AdaptOptions: Sendable {
    /// The name of the module that all sources are compiled as, though they may have been several: imports of it, and
    /// of modules whose names begin with its, go. nil leaves imports of modules of the sources' own.
    public var mergedModule: String?
    /// Modules that are there though Apple has some of their names: those of the package.
    public var ownModules: Set<String>
    /// Whether classes get tables of what nibs set in them.
    public var writesOutlets: Bool

    public init(mergedModule: String? = nil, ownModules: Set<String> = [], writesOutlets: Bool = true) {
        self.writesOutlets = writesOutlets
        self.mergedModule = mergedModule
        self.ownModules = ownModules
    }
}

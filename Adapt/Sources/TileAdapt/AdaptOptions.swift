/// The options of an adaptation.
public struct AdaptOptions: Sendable {
    /// The name of the module that all sources are compiled as if they come from several modules. Imports of it, and of
    /// modules with names that begin with its, are removed. If it is nil, imports of the sources' own modules stay.
    public var mergedModule: String?
    /// Modules that exist although Apple's modules have some of their names: those of the package.
    public var ownModules: Set<String>
    /// Whether classes get tables of the properties that nibs set.
    public var writesOutlets: Bool

    public init(mergedModule: String? = nil, ownModules: Set<String> = [], writesOutlets: Bool = true) {
        self.writesOutlets = writesOutlets
        self.mergedModule = mergedModule
        self.ownModules = ownModules
    }
}

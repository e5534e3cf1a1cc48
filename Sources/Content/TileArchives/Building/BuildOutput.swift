/// The output of a build, written and published when all tiles are in the log.
protocol BuildOutput {
    /// The files and folders that are published.
    var products: [ArchiveProduct] { get }

    /// Writes the products to the staging folder.
    func write(_ log: BuildLog, to staging: StagingFolder) throws

    /// Called after the products were published, while the build's folder still exists.
    func didPublish()
}

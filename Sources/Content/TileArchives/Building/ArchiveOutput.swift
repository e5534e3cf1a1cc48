import TileContent
import TileSupport

/// A whole archive.
struct ArchiveOutput: BuildOutput {
    let name: PathName
    let contents: ArchiveContents
    let folder: BuildFolder
    let crew: BuildCrew
    let counters: BuildCounters
    /// The document of a build that is kept for the next update; nil if none is kept.
    let keptDocument: ContentDocument?

    private var kind: any ArchiveKind { contents.plan.layout.kind }

    var products: [ArchiveProduct] { kind.products(name) }

    func write(_ log: BuildLog, to staging: StagingFolder) throws {
        let work = ArchiveWork(name: name, contents: contents, folder: staging, crew: crew, counters: counters)
        try kind.write(log.finished(), work)
    }

    func didPublish() {
        if let keptDocument { KeptBuild(of: name).keep(folder, keptDocument) }
    }
}

import TestSupport

@testable import TileArchives

/// Archives of a pattern, with tiles of 32 pixels.
extension TemporaryFolder {
    /// Builds an archive.
    @discardableResult
    func buildPattern(
        _ name: String, width: Double = 300, height: Double = 200, _ change: (inout BuildOptions) -> Void = { _ in }
    ) throws -> BuildSummary {
        var options = BuildOptions()
        options.tileSize = 32
        change(&options)
        let source = PatternSource(width: width, height: height)
        return try TileBuild(source.document, output: file(name), options: options).run()
    }

    /// Builds an archive and returns its path.
    @discardableResult
    func patternArchive(
        _ name: String, width: Double = 300, height: Double = 200, _ change: (inout BuildOptions) -> Void = { _ in }
    ) throws -> String {
        try buildPattern(name, width: width, height: height, change)
        return file(name)
    }
}

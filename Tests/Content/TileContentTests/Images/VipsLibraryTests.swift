import Foundation
import Testing

@testable import TileContent

/// libvips as a server's process has it.
@Suite struct VipsLibraryTests {
    /// They link some 30 libraries. `WorkerImageTests` are of the formats for which workers start it with them.
    @Test func startsWithoutItsModules() { #expect(!SampleImage.modules.wereThere && SampleImage.modules.areThere) }
}

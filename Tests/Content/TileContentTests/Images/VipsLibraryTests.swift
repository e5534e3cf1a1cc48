import Foundation
import Testing

@testable import TileContent

/// libvips as a server's process has it.
@Suite struct VipsLibraryTests {
    /// The modules link some 30 libraries. `WorkerImageTests` covers the formats for which workers start libvips with
    /// them.
    @Test func startsWithoutItsModules() { #expect(!SampleImage.modules.wereThere && SampleImage.modules.areThere) }
}

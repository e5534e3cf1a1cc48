import Foundation
import Testing

@testable import TileContent

/// Tests of libvips as a server's process uses it.
@Suite struct VipsLibraryTests {
    /// The modules link some 30 libraries. `WorkerImageTests` covers the formats for which workers start libvips with
    /// them.
    @Test func startsWithoutItsModules() { #expect(!SampleImage.modules.wereThere && SampleImage.modules.areThere) }
}

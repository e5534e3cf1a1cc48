import Foundation
import TestSupport
import Testing

@testable import TileCommands

@Suite("The stamps of served files")
struct ServedFileStampTests {
    @Test("a mask beside a file is part of its stamp, so that a change of it is followed")
    func mask() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("a.tif", [1, 2, 3])
        let plain = try #require(ServedFileStamp(path))
        #expect(ServedFileStamp(path) == plain)
        _ = try folder.write("a.tif.msk", [1])
        let masked = try #require(ServedFileStamp(path))
        _ = try folder.write("a.tif.msk", [1, 2])
        let changed = try #require(ServedFileStamp(path))
        #expect(plain != masked && masked != changed)
        #expect(ServedFileStamp(folder.file("b.tif")) == nil)
    }

    @Test("a mask is known by its name")
    func names() {
        #expect(ServedFileStamp.mask(of: "a/b.tif") == "a/b.tif.msk")
        #expect(ServedFileStamp.picture(ofMask: "a/b.tif.msk") == "a/b.tif")
        #expect(ServedFileStamp.picture(ofMask: "a/b.tif") == nil)
    }
}

import Foundation
import TestSupport
import Testing
import TileContent

@testable import TileCommands

@Suite("The stamps of served files")
struct ServedFileStampTests {
    private static let tiff: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    @Test("a mask beside a TIFF is part of its stamp, so that a change of it is followed")
    func mask() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("a.tif", Self.tiff)
        let plain = try #require(ServedFileStamp(path))
        #expect(ServedFileStamp(path) == plain)
        _ = try folder.write("a.tif.msk", [1])
        let masked = try #require(ServedFileStamp(path))
        _ = try folder.write("a.tif.msk", [1, 2])
        let changed = try #require(ServedFileStamp(path))
        #expect(plain != masked && masked != changed)
        #expect(ServedFileStamp(folder.file("b.tif")) == nil)
    }

    @Test("a mask is known by its name, and by the TIFF beside it")
    func names() throws {
        #expect(TIFFMaskFile.path(of: "a/b.tif") == "a/b.tif.msk")
        let folder = try TemporaryFolder()
        // Whatever the name of the TIFF.
        let path = try folder.write("a.geo", Self.tiff)
        #expect(ServedFileStamp.picture(ofMask: path + ".msk") == path)
        #expect(ServedFileStamp.picture(ofMask: path) == nil)
        #expect(ServedFileStamp.picture(ofMask: folder.file("none.tif.msk")) == nil)
    }

    @Test("a file beside an image of another kind is no mask")
    func otherKinds() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("a.png", Self.png)
        let plain = try #require(ServedFileStamp(path))
        _ = try folder.write("a.png.msk", [1])
        #expect(ServedFileStamp(path) == plain)
        #expect(ServedFileStamp.picture(ofMask: path + ".msk") == nil)
    }
}

import Foundation
import TestSupport
import Testing

@testable import TileSupport

@Suite("The ending of an output")
struct OutputEndingTests {
    @Test(
        "is one of those that a command writes, or none for a folder",
        arguments: ["a.webp", "a.PNG", "b.zip/a.png", "folder", "folder.zip/", "./.hidden", "/", "v1.2/folder"])
    func supported(output: String) {
        #expect(OutputEnding.refusal(of: output, supported: ["png", "webp"], takesFolder: true) == nil)
    }

    @Test("is refused with those that may be used")
    func refused() {
        #expect(
            OutputEnding.refusal(of: "x.zip", supported: ["dzi", "mbtiles"], takesFolder: true)
                == ".zip is not a supported output format; use .dzi or .mbtiles, or no ending for a folder")
        #expect(
            OutputEnding.refusal(of: "o.png", supported: [], takesFolder: true)
                == "this must be a folder; leave out .png, or add a slash (o.png/)")
        #expect(
            OutputEnding.refusal(of: "t.mp4", supported: ["json"], takesFolder: false)
                == ".mp4 is not a supported output format; use .json")
        #expect(
            OutputEnding.refusal(of: "map", supported: ["png"], takesFolder: false)
                == "the name has no ending; use .png")
    }

    @Test("is any for a folder that exists, and none for one that does not")
    func existingFolder() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.file("tmp.x8Yz"), withIntermediateDirectories: false)
        try folder.write("o.zip", "")
        #expect(OutputEnding.refusal(ofFolder: folder.file("tmp.x8Yz")) == nil)
        #expect(OutputEnding.refusal(ofFolder: folder.file("new")) == nil)
        #expect(OutputEnding.refusal(ofFolder: folder.file("new.zip/")) == nil)
        for name in ["new.zip", "o.zip"] {
            let refusal = OutputEnding.refusal(ofFolder: folder.file(name))
            #expect(refusal?.contains("leave out .zip, or add a slash") == true)
        }
    }
}

import Testing
import TileSupport

@Suite("Names of files")
struct PathNameTests {
    @Test(
        "a path is taken apart at its slashes and its last dot",
        arguments: [
            ("x", "", "x", "x", ""), ("x.png", "", "x.png", "x", "png"), ("a/b.tar.gz", "a", "b.tar.gz", "b.tar", "gz"),
            ("/a", "/", "a", "a", ""), ("/", "/", "", "", ""), ("a//", "", "a", "a", ""), ("/a/b/", "/a", "b", "b", ""),
            (".hidden", "", ".hidden", ".hidden", ""), ("a.", "", "a.", "a", ""), ("", "", "", "", ""),
            ("../ü.SVG", "..", "ü.SVG", "ü", "SVG"),
        ])
    func parts(path: String, parent: String, name: String, stem: String, fileExtension: String) {
        let found = PathName(path)
        #expect(
            [found.parent, found.name, found.stem, found.fileExtension] == [parent, name, stem, fileExtension])
    }

    @Test("a sibling is in the same folder")
    func sibling() {
        #expect(PathName("a").sibling("b") == "b")
        #expect(PathName("/a").sibling("b") == "/b")
        #expect(PathName("x/a/").sibling("b") == "x/b")
        #expect(PathName("a").folder == ".")
        #expect(PathName("/a").folder == "/")
    }
}

import Testing

@testable import TileServer

@Suite("The identifier of a program's content, made from a file name")
struct ServedContentTests {
    @Test(
        "is the name without folders and extension, fit for a URL",
        arguments: [
            ("plan.svg", "plan"), ("/home/me/Floor 2 (new).svg", "Floor-2-new"), ("a.b.c.tiff", "a-b-c"),
            ("Übersichtskarte Zürich.pdf", "Ubersichtskarte-Zurich"), ("東京.png", "content"), ("東京 2.png", "2"),
            (".hidden", "hidden"), ("folder/", "folder"), ("", "content"), ("...", "content"), ("x", "x"),
            ("a/../b.svg", "b"), ("100%25.svg", "100-25"), ("under_score-dash.svg", "under_score-dash"),
            ("\"><script>.svg", "script"), ("new\nline.svg", "new-line"),
        ])
    func stem(name: String, id: String) {
        #expect(ServedContent.ids(forFileNames: [name]) == [id])
    }

    @Test("is at most 64 characters long")
    func length() {
        #expect(ServedContent.ids(forFileNames: [String(repeating: "ab", count: 90)])[0].count == 64)
    }

    @Test("is unique, also where a number would collide with another file's name")
    func unique() {
        let names = ["a.svg", "b/a.svg", "a-2.svg", "a.png", "a-2.png"]
        #expect(ServedContent.ids(forFileNames: names) == ["a", "a-2", "a-2-2", "a-3", "a-2-3"])
        let many = ServedContent.ids(forFileNames: Array(repeating: "x.svg", count: 2000))
        #expect(Set(many).count == 2000)
    }

    @Test("that is unusable or given twice is refused by the server")
    func refused() throws {
        let fixture = try Fixture()
        for (ids, failure) in [
            (["a", "a"], TileServerFailure.duplicateID("a")), (["a/b"], .unusableID("a/b")), ([""], .unusableID("")),
            (["a b"], .unusableID("a b")), (["a~b"], .unusableID("a~b")), ([".."], .unusableID("..")),
        ] {
            let contents = ids.map { id in
                var content = fixture.site.entries[0].content
                content.id = id
                return content
            }
            #expect(throws: failure) { try TileServer(contents: contents, logger: fixture.server.logger) }
        }
    }
}

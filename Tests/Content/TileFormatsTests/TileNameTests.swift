import Testing

@testable import TileFormats

@Suite("Names of tiles")
struct TileNameTests {
    /// Returns the result of `body` for a cursor over a text's bytes. The result must not refer to the bytes.
    private func read<Result>(
        _ text: String, _ body: (inout NameCursor) throws -> Result
    ) rethrows -> Result {
        try Array(text.utf8).withUnsafeBytes { bytes in
            var cursor = NameCursor(bytes)
            return try body(&cursor)
        }
    }

    private func written(_ name: (inout NameWriter) -> Void) -> String {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 400) { memory in
            var writer = NameWriter(memory)
            name(&writer)
            return String(decoding: memory.prefix(writer.count), as: UTF8.self)
        }
    }

    @Test("are read as they are written", arguments: [0, 7, 10, 345, 1_000_000])
    func roundTrip(number: Int) throws {
        let xyz = written {
            XYZName.write(level: 12, column: number, row: number + 1, fileExtension: ".webp".utf8, to: &$0)
        }
        #expect(xyz == "12/\(number)/\(number + 1).webp")
        try read(xyz) { cursor in
            let name = try XYZName(&cursor)
            #expect(name.level == 12 && name.column == number && name.row == number + 1 && !name.isDoubled)
            #expect(name.fileExtension.isEqual(to: "webp"))
        }
        let deepZoom = written {
            DeepZoomName.write(level: 9, column: number, row: 3, fileExtension: ".png".utf8, to: &$0)
        }
        #expect(deepZoom == "9/\(number)_3.png")
        try read(deepZoom) { cursor in
            let name = try DeepZoomName(&cursor)
            #expect(name.level == 9 && name.column == number && name.row == 3)
            #expect(name.fileExtension.isEqual(to: "png"))
        }
    }

    @Test("may be of twice the pixels")
    func doubled() throws {
        try read("1/2/3@2x.png") { cursor in
            let name = try XYZName(&cursor)
            #expect(name.isDoubled)
        }
        #expect(throws: TileNameProblem.noFileExtension(found: "@3x.png")) {
            try read("1/2/3@3x.png") { _ = try XYZName(&$0) }
        }
    }

    @Test(
        "say which part is wrong, and what stands there",
        arguments: [
            ("x/2/3.png", TileNameProblem.notNumber(part: "z", found: "x")),
            ("1//3.png", .notNumber(part: "x", found: "")), ("1/2/.png", .notNumber(part: "y", found: ".png")),
            ("1/2", .notNumber(part: "x", found: "2")), ("1/2/3", .noFileExtension(found: "")),
            ("1/2/3x", .noFileExtension(found: "x")), ("-/2/3.png", .notNumber(part: "z", found: "-")),
            ("1.5/2/3.png", .notNumber(part: "z", found: "1.5")),
        ])
    func problems(text: String, problem: TileNameProblem) {
        #expect(throws: problem) { try read(text) { _ = try XYZName(&$0) } }
    }

    @Test("tell only the first forty bytes of what is wrong")
    func longProblem() {
        #expect(throws: TileNameProblem.notNumber(part: "z", found: String(repeating: "a", count: 40))) {
            try read(String(repeating: "a", count: 5000)) { _ = try XYZName(&$0) }
        }
    }

    @Test("with numbers beyond every tile stay beyond, and negative ones negative")
    func beyond() throws {
        try read("99999999999999999999999999/2/-3.png") { cursor in
            let name = try XYZName(&cursor)
            #expect(name.level == 1_000_000_000 && name.row == -3)
        }
    }

    @Test("of Deep Zoom need an underscore between column and row")
    func deepZoom() {
        #expect(throws: TileNameProblem.notNumber(part: "column", found: "2-3.png")) {
            try read("1/2-3.png") { _ = try DeepZoomName(&$0) }
        }
    }
}

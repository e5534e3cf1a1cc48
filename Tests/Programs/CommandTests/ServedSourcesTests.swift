import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import TileCommands

@Suite("The sources of a server")
struct ServedSourcesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("are those of the command line, then those of the list, without comments and empty lines")
    func list() throws {
        let path = try folder.write(
            "list.txt", "# plans\n\n  a plan.svg  \r\nhttps://me:word@maps.test/b.pdf?key=secret\n#c.svg\nd#1.svg\n")
        let sources = try ServedSources(["first.svg"], list: path)
        #expect(
            sources.paths == ["first.svg", "a plan.svg", "https://me:word@maps.test/b.pdf?key=secret", "d#1.svg"])
        #expect(sources.titles == ["first.svg", path])
        #expect(ServedSources.haveAddress(sources.paths) && !ServedSources.haveAddress(["a.svg", "b:c"]))
        _ = try folder.write("list.txt", "e.svg")
        #expect(sources.current() == ["first.svg", "e.svg"])
        try FileManager.default.removeItem(atPath: path)
        #expect(sources.current() == ["first.svg", "e.svg"], "the last list stays")
    }

    @Test("can't be a list that lists nothing, is missing, or is no text")
    func unusable() throws {
        let empty = try folder.write("empty.txt", "# nothing\n")
        let binary = try folder.write("binary.txt", [0xFF, 0xFE, 0xFF])
        for path in [empty, binary, folder.file("missing.txt"), folder.path] {
            #expect(throws: ExitCode.self, "\(path)") { try ServedSources([], list: path) }
        }
        #expect(throws: (any Error).self) { try ServeCommand.parse([]) }
        #expect(try ServeCommand.parse(["--list", empty]).paths.isEmpty)
    }

    @Test("have names without the secrets of an address")
    func names() throws {
        let files = ServedFiles(
            ["https://me:word@maps.test/b.pdf?key=secret"], settings: .init(tileSize: 256)
        ).files
        let file = try #require(files.first)
        #expect(file.id == "b" && file.title == "https://maps.test/b.pdf?…")
        #expect(ServedFiles.listing(of: file)?.title == "b" && ServedFiles.listing(of: file)?.kind == "pdf")
    }
}

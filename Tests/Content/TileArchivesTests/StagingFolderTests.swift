import Foundation
import Synchronization
import TestSupport
import Testing
import TileContent
import TileGraphics
import TileSupport

@testable import TileArchives

@Suite("Archives appear whole or not at all")
struct StagingFolderTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func make(
        _ source: PatternSource, _ name: String, replaces: Bool = false, jobs: Int = 2,
        overviews: BuildOptions.Overviews = .picture
    ) throws(BuildFailure) -> TileBuild {
        var options = BuildOptions()
        options.tileSize = 32
        options.replacesExisting = replaces
        options.jobs = jobs
        options.overviews = overviews
        return try TileBuild(source.document, output: folder.file(name), options: options)
    }

    private func failure(_ build: TileBuild) -> BuildFailure? {
        do {
            _ = try build.run()
            return nil
        } catch {
            return error
        }
    }

    @Test("while it is built there is nothing under its name", arguments: ["out", "out.dzi"])
    func hidden(name: String) throws {
        let path = folder.file(name)
        let seen = Atomic(false)
        let source = PatternSource(width: 100, height: 70) { _ in
            if FileManager.default.fileExists(atPath: path) { seen.store(true, ordering: .relaxed) }
        }
        #expect(failure(try make(source, name)) == nil)
        let wasSeen = seen.load(ordering: .relaxed)
        #expect(!wasSeen)
        #expect(FileManager.default.fileExists(atPath: path))
        let hidden = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix(".") }
        #expect(hidden.isEmpty)
    }

    struct Broken: Error {}

    @Test("content that turns out damaged is told as such")
    func damaged() throws {
        let reason = ContentFailure.malformed(path: "dir/pattern.svg", reason: "cut off")
        let source = PatternSource(width: 300, height: 200) { if $0 == 3 { throw reason } }
        #expect(failure(try make(source, "out")) == .content(reason))
        #expect(try folder.everything().isEmpty)
    }

    @Test("what is there already is refused before anything is drawn", arguments: ["out", "out.dzi"])
    func exists(name: String) throws {
        #expect(failure(try make(PatternSource(width: 40, height: 40), name)) == nil)
        let before = try folder.everything()
        let calls = Atomic(0)
        let source = PatternSource(width: 100, height: 70) { _ in calls.wrappingAdd(1, ordering: .relaxed) }
        #expect(failure(try make(source, name)) == .exists(path: folder.file(name)))
        let callCount = calls.load(ordering: .relaxed)
        #expect(callCount == 0)
        #expect(try folder.everything() == before)
    }

    @Test("tiles of a lost descriptor are not overwritten either")
    func orphan() throws {
        #expect(failure(try make(PatternSource(width: 40, height: 40), "out.dzi")) == nil)
        try FileManager.default.removeItem(atPath: folder.file("out.dzi"))
        #expect(
            failure(try make(PatternSource(width: 9, height: 9), "out.dzi")) == .exists(path: folder.file("out_files")))
    }

    @Test(
        "force replaces the old archive when the new one is whole, and keeps it when that fails",
        arguments: ["out", "out.dzi"])
    func force(name: String) throws {
        #expect(failure(try make(PatternSource(width: 300, height: 300), name)) == nil)
        let old = try folder.everything()
        let broken = PatternSource(width: 40, height: 40) { if $0 == 3 { throw Broken() } }
        #expect(failure(try make(broken, name, replaces: true)) != nil)
        // The partial new archive is kept for the next attempt with the same content.
        #expect(try folder.everything().filter { !$0.hasPrefix(".") } == old)
        try FileManager.default.removeItem(atPath: BuildFolder.path(of: PathName(folder.file(name))))

        #expect(failure(try make(PatternSource(width: 40, height: 40), name, replaces: true)) == nil)
        let replaced = try folder.everything()
        #expect(replaced != old)
        try FileManager.default.removeItem(atPath: folder.path)
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        #expect(failure(try make(PatternSource(width: 40, height: 40), name)) == nil)
        #expect(try folder.everything() == replaced)
    }

    @Test("force does not replace what is no archive")
    func precious() throws {
        let home = folder.file("home")
        try FileManager.default.createDirectory(atPath: home + "/letters", withIntermediateDirectories: true)
        try Data("{}".utf8).write(to: URL(fileURLWithPath: home + "/tiles.json"))
        #expect(
            failure(try make(PatternSource(width: 9, height: 9), "home", replaces: true)) == .notAnArchive(path: home))
        let file = folder.file("file")
        try Data("x".utf8).write(to: URL(fileURLWithPath: file))
        #expect(
            failure(try make(PatternSource(width: 9, height: 9), "file", replaces: true)) == .notAnArchive(path: file))
        #expect(FileManager.default.fileExists(atPath: home + "/letters"))
        // An empty folder contains nothing that could be lost.
        try FileManager.default.createDirectory(atPath: folder.file("empty"), withIntermediateDirectories: true)
        #expect(failure(try make(PatternSource(width: 9, height: 9), "empty", replaces: true)) == nil)
    }

    @Test("a place that cannot be written to is named")
    func unwritable() throws {
        let missing = folder.file("missing/out")
        #expect(
            failure(try make(PatternSource(width: 9, height: 9), "missing/out"))
                == .cannotCreate(
                    path: missing,
                    reason: "the folder \(folder.file("missing")) does not exist; create it, or choose another place"))
        try Data("x".utf8).write(to: URL(fileURLWithPath: folder.file("file")))
        guard case .cannotCreate = failure(try make(PatternSource(width: 9, height: 9), "file/out")) else {
            Issue.record("created below a file")
            return
        }
    }

    @Test("names that are none are refused", arguments: ["", "/", ".", "..", "a\0b"])
    func names(name: String) throws {
        var options = BuildOptions()
        options.tileSize = 32
        let problem = #expect(throws: BuildFailure.self) {
            try TileBuild(PatternSource(width: 9, height: 9).document, output: name, options: options)
        }
        #expect("\(try #require(problem))".contains("not a name for an archive"))
    }

    @Test("names of one character, with slashes at the end, and with dots work")
    func oddNames() throws {
        for name in ["x", "y///", "a.b.c/", "ü.dzi", String(repeating: "n", count: 240)] {
            #expect(failure(try make(PatternSource(width: 9, height: 9), name)) == nil, "\(name)")
        }
        #expect(try folder.files().contains("ü_files/0/0_0.png"))
    }
}

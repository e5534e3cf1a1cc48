import Foundation
import Testing
import ViewerFiles

@testable import TileServer

@Suite("The viewer's pages are found")
struct ViewerPagesTests {
    private let root = FileManager.default.temporaryDirectory.appendingPathComponent("pages-\(UUID().uuidString)")

    private func put(_ folder: String, marked text: String) throws {
        let folder = root.appendingPathComponent(folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in [ViewerPages.gallery, ViewerPages.viewer] {
            try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        }
    }

    /// Returns the pages that a program finds when it is started in `work`.
    private func found(_ environment: [String: String] = [:], program: String = "bin/program") -> String? {
        ViewerPages.find(
            program: root.appendingPathComponent(program), workingFolder: root.appendingPathComponent("work"),
            environment: environment
        ).map { String(decoding: $0.files[ViewerPages.viewer]!.bytes, as: UTF8.self) }
    }

    @Test("with the program, then above it, then where it is installed, then where the environment says")
    func places() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        #expect(found() == nil)
        try put("bin/" + ViewerFiles.folder, marked: "with the program")
        #expect(found() == "with the program")
        try put("work/assets/viewer", marked: "above the working folder")
        #expect(found() == "above the working folder")
        try put("assets/viewer", marked: "above the program")
        #expect(found() == "above the program")
        try put("share/tilework/viewer", marked: "installed")
        #expect(found() == "installed")
        #expect(found(program: "libexec/tilework/tilework-views") == "installed")
        try put("own", marked: "own")
        #expect(found(["TILEWORK_VIEWER": root.appendingPathComponent("own").path]) == "own")
        #expect(found(["TILEWORK_VIEWER": root.path]) == nil)
    }

    @Test("A build puts this package's own beside its programs, whole")
    func resource() throws {
        // The folder of this test program.
        let program = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        let folder = program.deletingLastPathComponent().appendingPathComponent(ViewerFiles.folder)
        let pages = try #require(ViewerPages(folder: folder), "\(folder.path) has no pages")
        #expect(pages.files.keys.contains("main.js") && pages.files.keys.contains("viewer.css"))
    }
}

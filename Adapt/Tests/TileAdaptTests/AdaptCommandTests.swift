import ArgumentParser
import Foundation
import Testing
import TileAdapt
@testable import tilework_adapt

@Suite("The command")
struct AdaptCommandTests {
    private let folder: TemporaryFolder
    private static let source = "import UIKit\n@objc final class A: UIView { let p = UIPretend() }\n"
    private static let adapted = "import UIKit\nfinal class A: UIView { let p = UIPretend() }\n"

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.source, to: "Sources/A.swift")
    }

    /// Runs the command in the folder: a word with a slash or a period is a path.
    private func run(_ words: String) throws {
        let arguments = words.split(separator: " ").map {
            $0.contains("/") || $0.contains(".") || $0 == "Sources" ? "\(folder.path)/\($0)" : String($0)
        }
        try AdaptCommand.parse(arguments).run()
    }

    @Test("Stubs are written beside the adapted tree, and again over those of an earlier run")
    func writing() throws {
        for _ in 0..<2 {
            try run("Sources --output ./Out --stub Out/Stubs.swift")
            #expect(folder.text("Out/A.swift") == Self.adapted)
            #expect(folder.text("Out/Stubs.swift")?.hasPrefix(StubFile.mark) == true)
            #expect(folder.text("Out/Stubs.swift")?.contains("UIPretend") == true)
        }
        try folder.write("let a = 1\n", to: "Sources/A.swift")
        try run("Sources --output ./Out --stub Out/Stubs.swift")
        #expect(folder.text("Out/Stubs.swift") == StubFile.empty)
        try folder.write("", to: "Empty.swift")
        try run("Sources --output ./Out --stub ./Empty.swift")
        #expect(folder.text("Empty.swift") == StubFile.empty)
    }

    @Test("Stubs in the folder of the sources are not read as a source")
    func inPlace() throws {
        for _ in 0..<2 {
            try run("Sources --in-place --stub Sources/Stubs.swift")
            #expect(folder.text("Sources/A.swift") == Self.adapted)
            #expect(folder.text("Sources/Stubs.swift")?.contains("open class UIPretend: NSObject {\n") == true)
        }
    }

    @Test(
        "A source is never replaced by stubs",
        arguments: [
            "Sources --in-place --stub Sources/A.swift", "Sources/A.swift --in-place --stub Sources/A.swift",
            "Sources/A.swift --in-place --stub Sources/../Sources/A.swift",
            "Sources --output ./Out --stub Out/A.swift", "Sources --dry-run --stub Sources/A.swift",
            "Sources --output ./Out --stub ./Sources",
        ])
    func refusing(words: String) throws {
        #expect(throws: (any Error).self) { try run(words) }
        #expect(folder.text("Sources/A.swift") == Self.source)
        #expect(folder.text("Out/A.swift") == nil)
    }

    @Test("A file of stubs that is given as a source is not replaced either")
    func givenStubs() throws {
        let text = "\(StubFile.mark)\n"
        try folder.write(text, to: "Stubs.swift")
        let error = #expect(throws: AdaptFailure.self) { try run("./Stubs.swift --in-place --stub ./Stubs.swift") }
        #expect(error?.description == "\(folder.path)/./Stubs.swift: is also a source")
        #expect(folder.text("Stubs.swift") == text)
    }

    @Test("A check and a dry run write nothing; a check fails while a source is not adapted")
    func checking() throws {
        try run("Sources --dry-run --stub ./Stubs.swift")
        let error = #expect(throws: ExitCode.self) { try run("Sources --check --stub ./Stubs.swift") }
        #expect(error == ExitCode(1))
        #expect(folder.text("Stubs.swift") == nil)
        #expect(folder.text("Sources/A.swift") == Self.source)
        try folder.write(Self.adapted, to: "Sources/A.swift")
        try run("Sources --check --stub ./Stubs.swift")
        #expect(folder.text("Stubs.swift") == nil)
    }
}

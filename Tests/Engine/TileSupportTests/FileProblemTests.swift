import Foundation
import Testing
import TileSupport

/// Tests of the reasons why a file cannot be read.
@Suite struct FileProblemTests {
    @Test("a missing file, a folder and a file below a file are told apart from one that can be read")
    func problems() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("problem-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data("x".utf8).write(to: URL(fileURLWithPath: "\(folder)/file"))
        #expect(FileProblem(at: "\(folder)/file") == nil)
        #expect(FileProblem(at: "\(folder)/gone") == .missing && FileProblem(at: "\(folder)/file/x") == .missing)
        #expect(FileProblem(at: "\(folder)/file\0gone") == .missing)
        #expect(FileProblem(at: folder)?.description == "can't be read: it is a folder")
        let denied = FileProblem.denied(SystemError(code: EACCES))
        #expect(denied.description == "can't be read: Permission denied")
        #expect(FileProblem.missing.description == "no such file; check the name")
    }
}

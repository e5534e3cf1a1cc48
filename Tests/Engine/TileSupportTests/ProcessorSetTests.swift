import Foundation
import Testing
import TileSupport

@Suite struct ProcessorSetTests {
    @Test func `has as many as a process that this one starts may run on`() throws {
        let program = Process()
        program.executableURL = URL(fileURLWithPath: "/usr/bin/nproc")
        program.environment = [:]
        let output = Pipe()
        program.standardOutput = output
        try program.run()
        program.waitUntilExit()
        let count = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        #expect(Int(count.trimmingCharacters(in: .whitespacesAndNewlines)) == ProcessorSet.count)
    }
}

import Foundation
import TestSupport
import Testing

@testable import TileSupport

@Suite("Spare descriptors")
struct SpareDescriptorsTests {
    @Test("are closed while they are lent, and open before and afterwards")
    func lending() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("spare")
        try Data().write(to: URL(fileURLWithPath: path))
        let spares = SpareDescriptors(3, path: path)
        func openCount(of numbers: [Int32]) -> Int { numbers.count { isOpen($0, path) } }

        let numbers = spares.numbers
        #expect(numbers.count == 3 && openCount(of: numbers) == 3)
        #expect(spares.lend { openCount(of: numbers) } == 0)
        #expect(spares.numbers.count == 3 && openCount(of: spares.numbers) == 3)
    }

    @Test("are as many as can be opened")
    func none() {
        let spares = SpareDescriptors(2, path: "/nowhere/spare")
        #expect(spares.numbers.isEmpty)
        #expect(spares.lend { 42 } == 42)
    }

    /// Whether a descriptor is open for a file. Other tests may open other files with its number.
    private func isOpen(_ descriptor: Int32, _ path: String) -> Bool {
        var (own, file) = (stat(), stat())
        return fstat(descriptor, &own) == 0 && stat(path, &file) == 0 && own.st_ino == file.st_ino
            && own.st_dev == file.st_dev
    }
}

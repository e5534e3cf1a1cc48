import Foundation

/// A copy of a program that valgrind can read.
///
/// Debian 12's valgrind (3.19) ends at once for a program in which it finds DWARF 5, which clang writes for C by now.
/// Only names of functions are needed, and those are not in debug information: the copy has it under names that
/// valgrind doesn't look for. Format: System V ABI, chapters 4 and 5, “ELF Header” and “Sections”.
struct ProgramForValgrind {
    /// The file's bytes, changed in place.
    private(set) var bytes: Data

    /// Returns nil for files that are not 64-bit programs, such as scripts.
    init?(_ bytes: Data) {
        guard bytes.count >= 64, bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { return nil }
        self.bytes = bytes
        guard let table = number(at: 0x28, bytes: 8), let size = number(at: 0x3A, bytes: 2),
            let names = number(at: 0x3E, bytes: 2), let header = add(table, size * names),
            let start = number(at: header + 0x18, bytes: 8), let count = number(at: header + 0x20, bytes: 8),
            let end = add(start, count), end <= bytes.count
        else { return nil }
        hide(start..<end)
    }

    /// Little-endian; nil beyond the end or above all measure.
    private func number(at offset: Int, bytes count: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - count else { return nil }
        let first = bytes.startIndex + offset
        var value: UInt64 = 0
        for offset in (0..<count).reversed() { value = value << 8 | UInt64(bytes[first + offset]) }
        return value <= 1 << 40 ? Int(value) : nil
    }

    private func add(_ one: Int, _ other: Int) -> Int? {
        let sum = one + other
        return sum <= bytes.count ? sum : nil
    }

    /// Gives the sections of debug information other names, of the same length.
    private mutating func hide(_ names: Range<Int>) {
        let (old, new) = (Data(".debug_".utf8), Data(".hidden".utf8))
        var rest = (bytes.startIndex + names.lowerBound)..<(bytes.startIndex + names.upperBound)
        while let found = bytes.range(of: old, in: rest) {
            bytes.replaceSubrange(found, with: new)
            rest = found.upperBound..<rest.upperBound
        }
    }

    /// Returns the path of a program's copy, or its own path if nothing needs to change.
    static func make(of path: String, in folder: TrialFolder) throws(PerfComplaint) -> String {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe) else {
            throw PerfComplaint("\(path) can't be read", .brokenRun)
        }
        guard let program = ProgramForValgrind(data) else { return path }
        let copy = folder.path(folder.newName())
        try AtomicFile.write(program.bytes, to: copy)
        guard chmod(copy, 0o755) == 0 else { throw PerfComplaint("\(copy) can't be made executable", .brokenRun) }
        return copy
    }
}

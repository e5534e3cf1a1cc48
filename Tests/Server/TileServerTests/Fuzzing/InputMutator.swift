import Foundation
import TestSupport
import Testing

/// Damages valid samples. The same seed and number always yield the same input.
struct InputMutator {
    let samples: [[UInt8]]
    /// The tokens that have a meaning for the parser.
    let tokens: [[UInt8]]
    let seed: UInt64

    static let numbers = [
        "0", "1", "-1", "7", "00", "255", "256", "4096", "4097", "999999999", "1000000000", "2147483647", "2147483648",
        "4294967296", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
        "99999999999999999999999999", "1e5", "1e-5", "1e308", "1e999", "0.5", ".5", "5.", ".", "nan", "inf", "0x10",
    ]

    init(_ samples: [String], tokens: [String], seed: UInt64) {
        self.samples = samples.map { Array($0.utf8) }
        self.tokens = (tokens + Self.numbers + ["", "\0", "\u{7F}", "ä", "%", "%2F", "%00", "%C3", "\u{FEFF}"])
            .map { Array($0.utf8) }
        self.seed = seed
    }

    func input(_ number: Int) -> [UInt8] {
        var random = SeededGenerator(seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(number))
        var bytes = samples[Int.random(in: samples.indices, using: &random)]
        // One input of ten is unchanged, so that the code after parsing is tried, too.
        for _ in 0..<[0, 1, 1, 1, 1, 2, 2, 3, 5, 12].randomElement(using: &random)! { mutate(&bytes, &random) }
        return bytes
    }

    private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 0...8, using: &random))
        switch Int.random(in: 0..<8, using: &random) {
        case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: bytes.insert(.random(in: 0...255, using: &random), at: place)
        case 2: bytes.removeSubrange(place..<end)
        case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 4: bytes.insert(contentsOf: tokens.randomElement(using: &random)!, at: place)
        case 5:
            // Replaces the end by another sample's.
            let other = samples.randomElement(using: &random)!
            bytes.replaceSubrange(place..., with: other.dropFirst(Int.random(in: 0...other.count, using: &random)))
        default:
            // Replaces a number or a word by a token.
            var (start, end) = (place, place)
            while start > 0, Self.isOfWord(bytes[start - 1]) { start -= 1 }
            while end < bytes.count, Self.isOfWord(bytes[end]) { end += 1 }
            bytes.replaceSubrange(start..<end, with: tokens.randomElement(using: &random)!)
        }
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }

    // MARK: Runs

    /// The number of runs of each test: 20,000 with all other tests, or `TILEWORK_FUZZ_RUNS`.
    static let runs = ProcessInfo.processInfo.environment["TILEWORK_FUZZ_RUNS"].flatMap { Int($0) } ?? 20_000

    /// Runs `body` with one input after the other, and its number. If it traps, the input is left in a file in the
    /// temporary folder.
    ///
    /// - Parameter share: The share of the runs to do; lower for slow tests.
    func run(_ name: String, share: Double = 1, _ body: (Int, [UInt8]) throws -> Void) rethrows {
        let trace = InputTrace("tilework-fuzz-\(name)")
        for number in 0..<max(1, Int(Double(Self.runs) * share)) {
            let input = input(number)
            trace.note(input)
            try body(number, input)
        }
        trace.remove()
    }
}

/// The input that is being parsed, in a file that outlives the process.
final class InputTrace {
    private let path: String
    private let memory: UnsafeMutableRawBufferPointer

    init(_ name: String) {
        path = NSTemporaryDirectory() + "/" + name
        let size = 1 << 16
        let file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        precondition(file >= 0 && ftruncate(file, size) == 0, "\(path) can't be written")
        let start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        close(file)
        precondition(start != MAP_FAILED, "\(path) can't be mapped")
        memory = UnsafeMutableRawBufferPointer(start: start, count: size)
    }

    deinit { munmap(memory.baseAddress, memory.count) }

    /// Records an input as its length on a line, followed by its bytes.
    func note(_ input: [UInt8]) {
        memory.copyBytes(from: Array("\(input.count)\n".utf8) + input.prefix(memory.count - 32))
    }

    func remove() { unlink(path) }
}

/// Checks a condition like `#expect`, which would take most of the time of a million runs.
func expect(
    _ isRight: Bool, _ number: Int, _ input: @autoclosure () -> String, at location: SourceLocation = #_sourceLocation
) {
    if !isRight { Issue.record("run \(number): \(input())", sourceLocation: location) }
}

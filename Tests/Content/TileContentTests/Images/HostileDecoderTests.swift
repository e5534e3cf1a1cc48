import Foundation
import ImageMessages
import TestSupport
import Testing
import WorkerProcesses

@testable import TileContent

/// Damaged files of every format that a separate process decodes, sent to that process.
///
/// `TILEWORK_ROUNDS` sets the number of files; the default is a sample. The process may answer, refuse or end, but in
/// bounded time.
@Suite("Damaged images in a process of their own")
struct HostileDecoderTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A process that opens one file after the other. It is replaced when it has ended.
    private final class Decoder {
        private var process: WorkerProcess?
        private(set) var ends: [String: Int] = [:]
        private(set) var shown = 0
        private(set) var refused = 0

        private static let allowance = WorkerAllowance(
            memory: 2 << 30, processorSeconds: 20, clockNanoseconds: 60_000_000_000)

        /// Opens the file and decodes it, if it is not large.
        func decode(_ path: String, _ format: ImageFormat) throws {
            do throws(WorkerFailure) {
                let process: WorkerProcess
                if let known = self.process {
                    process = known
                } else {
                    process = try WorkerProcess(program: ImageProcess.program.find(nil), memoryWords: [])
                }
                self.process = process
                try process.exchange(Self.allowance) { channel throws(WorkerFault) in
                    try ask(over: channel, path: path, format: format)
                }
            } catch {
                process = nil
                switch error {
                case .crashed, .exited, .tookTooMuchMemory, .tookTooLong:
                    ends["\(error)".prefix(60).description, default: 0] += 1
                default: throw error
                }
            }
        }

        private func ask(over channel: WorkerChannel, path: String, format: ImageFormat) throws(WorkerFault) {
            let bytes = Data(path.utf8)
            try channel.send(
                ImageRequest.open(
                    format, pathBytes: bytes.count, memory: Self.allowance.memory,
                    processorSeconds: Self.allowance.processorSeconds
                ).words)
            try channel.send(bytes)
            guard let answer = try answer(channel) else { return }
            guard let description = ImageDescription(encoded: answer) else { throw .garbled("no description") }
            let size = description.levels[0]
            guard size.width * size.height <= 1 << 20 else { return }
            let window = ImageWindow(x: 0, y: 0, width: size.width, height: size.height)
            try channel.send(
                ImageRequest.read(level: 0, window, processorSeconds: Self.allowance.processorSeconds).words)
            guard let samples = try self.answer(channel) else { return }
            guard samples.count == size.width * size.height * description.pixelBytes else { throw .garbled("samples") }
            shown += 1
        }

        /// - Returns: nil for a refusal.
        private func answer(_ channel: WorkerChannel) throws(WorkerFault) -> [UInt8]? {
            guard
                let reply = WorkerReply<ImageReply>(
                    words: try channel.receive(words: WorkerReply<ImageReply>.wordCount))
            else {
                throw .garbled("no reply")
            }
            let bytes = try channel.receive(bytes: reply.byteCount)
            if reply.kind == .refusal || reply.kind == .unsupported {
                refused += 1
                return nil
            }
            return bytes
        }

        func end() { process?.end() }
    }

    /// Damages a file in one or several places.
    private static func damage(_ original: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = original
        switch Int.random(in: 0..<8, using: &random) {
        case 0: bytes.removeLast(.random(in: 1..<bytes.count, using: &random))
        case 1:
            let at = Int.random(in: 0..<bytes.count, using: &random)
            bytes.insert(contentsOf: bytes[at...].prefix(.random(in: 1...64, using: &random)), at: at)
        case 2:
            let at = Int.random(in: 0..<bytes.count, using: &random)
            bytes.removeSubrange(at..<min(bytes.count, at + .random(in: 1...64, using: &random)))
        default: break
        }
        guard !bytes.isEmpty else { return bytes }
        // Most changes are in the header, where each byte is important.
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let reach = Bool.random(using: &random) ? min(bytes.count, 300) : bytes.count
            bytes[.random(in: 0..<reach, using: &random)] =
                [0, 0xFF, 0x7F, 0x80, .random(in: 0...255, using: &random)].randomElement(using: &random)!
        }
        return bytes
    }

    private static let rounds = ProcessInfo.processInfo.environment["TILEWORK_ROUNDS"].flatMap { Int($0) }

    static let formats: [(ImageFormat, name: String, operation: String, options: [String: String])] = [
        (.gif, "a.gif", "gifsave", [:]),
        (.heif, "a.avif", "heifsave", ["compression": "av1"]),
        (.heif, "a.heic", "heifsave", ["compression": "hevc"]),
        (.jpeg2000, "a.jp2", "jp2ksave", [:]),
        (.jpeg2000, "t.jp2", "jp2ksave", ["tile-width": "32", "tile-height": "32"]),
        (.jpegXL, "a.jxl", "jxlsave", [:]),
        (
            .slide, "a.svs", "tiffsave",
            ["tile": "true", "tile-width": "32", "tile-height": "32", "compression": "jpeg"]
        ),
    ]

    @Test("are shown, refused, or end their process, and nothing else", arguments: formats.indices)
    func mutated(_ index: Int) throws {
        let (format, name, operation, options) = Self.formats[index]
        var image = SampleImage.pattern(width: 48, height: 40)
        if format == .slide { image.description = "Aperio Image Library v11.2.1" }
        let path = folder.file(name)
        try image.write(path, by: operation, options)
        let original = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        let rounds = Self.rounds ?? 60
        var random = SeededGenerator(UInt64(index) + 1)
        let decoder = Decoder()
        defer { decoder.end() }
        try decoder.decode(path, format)
        #expect(decoder.shown == 1, "the file is not shown as it is")
        for _ in 0..<rounds {
            _ = try folder.write(name, Self.damage(original, &random))
            try decoder.decode(path, format)
        }
        if rounds > 1000 {
            print(
                "\(name): \(rounds) damaged files, \(decoder.shown) shown, \(decoder.refused) refused, \(decoder.ends)")
        }
    }

    @Test("The program's own readers show or refuse them", arguments: RowFormatTests.cases)
    func mutated(_ test: RowFormatTests.Case) throws {
        let format = try #require(test.kind.workerFormat)
        var random = SeededGenerator(UInt64(test.bytes.count))
        let decoder = Decoder()
        defer { decoder.end() }
        for _ in 0..<(Self.rounds ?? 60) {
            try decoder.decode(try folder.write(test.name, Self.damage(test.bytes, &random)), format)
        }
        #expect(decoder.ends.isEmpty, "a process ended")
    }
}

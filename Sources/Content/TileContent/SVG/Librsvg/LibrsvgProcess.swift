import LibrsvgMessages
import TileGraphics
import TileSupport
import WorkerProcesses

/// A process that has read a document and draws parts of it.
final class LibrsvgProcess: Sendable {
    static let program = WorkerProgram(name: "tilework-svg", variable: "TILEWORK_SVG")

    /// Messages of Cairo, and of the GLib and Rust allocators, that indicate an out-of-memory abort.
    private static let memoryWords = ["NoMemory", "memory allocation of", "failed to allocate", "out of memory"]

    private let process: WorkerProcess
    var reservation: MemoryLedger.Reservation? { process.reservation }
    private let limits: LibrsvgLimits
    private let documentSize: Int

    private init(_ process: WorkerProcess, _ limits: LibrsvgLimits, documentSize: Int) {
        self.process = process
        self.limits = limits
        self.documentSize = documentSize
    }

    /// Starts a process that reads the document, and returns the document's size if requested.
    ///
    /// - Parameter isBrief: Whether the last window of the document was brief.
    /// - Complexity: O(bytes).
    static func open(
        _ document: LibrsvgDocument, wantsSize: Bool, isBrief: Bool
    ) throws(LibrsvgFailure) -> (process: LibrsvgProcess, size: (width: Double, height: Double)) {
        let limits = document.limits
        do throws(WorkerFailure) {
            let process = LibrsvgProcess(
                try WorkerProcess(
                    program: program.find(limits.program), memoryWords: memoryWords, ledger: limits.ledger,
                    isBrief: isBrief), limits, documentSize: document.byteCount)
            let size = try process.process.exchange(process.allowance) { channel throws(WorkerFault) in
                let request = LibrsvgRequest.open(
                    prologue: document.prologue.count, root: document.root.count, memory: process.allowance.memory,
                    wantsSize: wantsSize, processorSeconds: process.allowance.processorSeconds)
                try channel.send(request.words)
                try channel.send(document.prologue)
                try channel.send(document.root)
                try channel.receiveHead(LibrsvgReply.size, byteCount: LibrsvgReply.sizeByteCount)
                let words = try channel.receive(words: 2)
                return (Double(bitPattern: words[0]), Double(bitPattern: words[1]))
            }
            return (process, size)
        } catch {
            throw error
        }
    }

    /// Draws a window.
    ///
    /// - Parameter nanoseconds: The wall-clock limit; nil for the one of `LibrsvgLimits`.
    func draw(_ window: LibrsvgWindow, within nanoseconds: UInt64? = nil) throws(LibrsvgFailure) -> Bitmap {
        precondition(window.isValid, "a window that cannot be: \(window)")
        var allowance = allowance
        if let nanoseconds { allowance.clockNanoseconds = nanoseconds }
        return try exchange(allowance) { channel throws(WorkerFault) in
            let request = LibrsvgRequest.draw(window, processorSeconds: allowance.processorSeconds)
            try channel.send(request.words)
            return try channel.receivePixels(width: window.width, height: window.height)
        }
    }

    /// Draws a part of a window with a single element.
    func draw(element: String, _ window: LibrsvgWindow, _ part: LibrsvgPart) throws(LibrsvgFailure) -> Bitmap {
        let allowance = allowance
        return try exchange(allowance) { channel throws(WorkerFault) in
            let name = Array(element.utf8)
            let request = LibrsvgRequest.drawElement(
                name: name.count, window, part, processorSeconds: allowance.processorSeconds)
            try channel.send(request.words)
            try channel.send(Self.words(name))
            return try channel.receivePixels(width: part.width, height: part.height)
        }
    }

    /// Returns the extent of an element in the document.
    func extent(ofElement element: String, width: Double, height: Double) throws(LibrsvgFailure) -> LibrsvgExtent {
        let allowance = allowance
        return try exchange(allowance) { channel throws(WorkerFault) in
            let name = Array(element.utf8)
            let request = LibrsvgRequest.measure(
                name: name.count, contentWidth: width, contentHeight: height,
                processorSeconds: allowance.processorSeconds)
            try channel.send(request.words)
            try channel.send(Self.words(name))
            try channel.receiveHead(LibrsvgReply.extent, byteCount: LibrsvgExtent.byteCount)
            guard let extent = LibrsvgExtent(words: try channel.receive(words: LibrsvgExtent.wordCount)) else {
                throw .garbled("an element without finite bounds")
            }
            return extent
        }
    }

    /// Returns the bytes as 64-bit words, with zero padding.
    private static func words(_ bytes: [UInt8]) -> [UInt64] {
        var words = [UInt64](repeating: 0, count: (bytes.count + 7) / 8)
        words.withUnsafeMutableBytes { $0.copyBytes(from: bytes) }
        return words
    }

    private func exchange<Result>(
        _ allowance: WorkerAllowance, _ body: (WorkerChannel) throws(WorkerFault) -> Result
    ) throws(LibrsvgFailure) -> Result {
        try process.exchange(allowance, body)
    }

    private var allowance: WorkerAllowance {
        WorkerAllowance(
            memory: limits.memory(documentSize: documentSize),
            processorSeconds: limits.processorSeconds(documentSize: documentSize),
            clockNanoseconds: limits.clockNanoseconds(documentSize: documentSize))
    }

    var hasEnded: Bool { process.hasEnded }

    func end() { process.end() }
}

extension WorkerChannel {
    fileprivate func receivePixels(width: Int, height: Int) throws(WorkerFault) -> Bitmap {
        let byteCount = width * height * 4
        try receiveHead(LibrsvgReply.pixels, byteCount: byteCount)
        let bitmap = Bitmap(width: width, height: height)
        if bitmap.byteCount == byteCount {
            try receive(UnsafeMutableRawBufferPointer(start: bitmap.bytes, count: bitmap.byteCount))
        } else {
            for line in 0..<height { try receive(UnsafeMutableRawBufferPointer(bitmap.row(line))) }
        }
        return bitmap
    }
}

import Foundation

/// A named pipe through which the programs that a test starts report to it, so that the test waits without polling.
public final class NamedPipe {
    public let path: String
    private let reading: Int32
    /// The test's own writing end. It keeps the pipe from ending between two programs; -1 once it is closed.
    private var writing: Int32

    /// Creates the pipe in place of a file of this name. Programs can write to it at once.
    public init(_ path: String) throws {
        self.path = path
        unlink(path)
        guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        reading = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        writing = open(path, O_WRONLY | O_CLOEXEC)
        guard reading >= 0, writing >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        _ = fcntl(reading, F_SETFL, 0)
    }

    deinit {
        close(reading)
        if writing >= 0 { close(writing) }
    }

    /// Waits for the next line and returns it.
    public func readLine() -> String {
        var line: [UInt8] = []
        while let byte = readByte(), byte != UInt8(ascii: "\n") { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }

    /// Waits until all programs that have the pipe open have closed it or ended, and returns what they wrote.
    public func readToEnd() -> String {
        close(writing)
        writing = -1
        var bytes: [UInt8] = []
        while let byte = readByte() { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func readByte() -> UInt8? {
        var byte: UInt8 = 0
        while true {
            let count = read(reading, &byte, 1)
            if count < 0, errno == EINTR { continue }
            return count == 1 ? byte : nil
        }
    }
}

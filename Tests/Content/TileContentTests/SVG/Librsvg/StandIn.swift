import Foundation
import LibrsvgMessages
import TestSupport
import TileGraphics
import TileSupport

@testable import TileContent

/// A shell script in place of `tilework-svg`, with a record of the processes that ran it.
///
/// In the script, `$real` is the real program, `take N` reads N bytes of a request, `open` and `draw` read a request,
/// `size` answers with a size of 100 × 100, and `head KIND BYTES` sends the head of an answer.
final class StandIn {
    /// The document that these tests open.
    static let document = Data(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><filter id="f"><feFlood flood-color="#00f"/>\
        </filter><rect width="100" height="100" filter="url(#f)"/></svg>
        """.utf8)

    private let folder: TemporaryFolder
    let program: String

    init(_ lines: String) throws {
        folder = try TemporaryFolder()
        program = folder.file("stand-in")
        guard mkfifo(folder.file("life"), 0o600) == 0 else { throw SystemError(code: errno) }
        let real = try LibrsvgProcess.program.find(nil)
        try folder.write(
            "lines",
            """
            #!/bin/sh
            cd '\(folder.path)'
            echo $$ >> starts
            real='\(real)'
            take() { head -c "$1" > /dev/null; }
            open() { take \(LibrsvgRequest.byteCount + Self.document.count); }
            draw() { take \(LibrsvgRequest.byteCount); }
            head() { if [ "$1" = -c ]; then command head "$@"; else printf "\\\\$1\\0\\0\\0\\0\\0\\0\\0$2" >&0; fi; }
            size() { head 1 '\\020\\0\\0\\0\\0\\0\\0\\0'; printf '\\0\\0\\0\\0\\0\\0\\131\\100\\0\\0\\0\\0\\0\\0\\131\\100' >&0; }
            nth=$(wc -l < starts)
            \(lines)
            """)
        // Another process copies the file: a program that is started meanwhile may inherit a descriptor that is open
        // for writing here, and a file that is open for writing can't be run.
        let copy = Process()
        copy.executableURL = URL(fileURLWithPath: "/usr/bin/install")
        copy.arguments = ["-m", "700", folder.file("lines"), program]
        try copy.run()
        copy.waitUntilExit()
    }

    /// The processes that were started, in order.
    var processes: [pid_t] {
        let text = (try? String(contentsOfFile: folder.file("starts"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { pid_t($0) }
    }

    /// Returns whether the folder in which the script runs has a file.
    func has(_ name: String) -> Bool { access(folder.file(name), F_OK) == 0 }

    /// Writes a text to a pipe of the folder, for its next reader.
    ///
    /// - Returns: A descriptor. The pipe keeps the text until it is closed.
    func writing(_ text: String, to pipe: String) throws -> Int32 {
        let descriptor = Glibc.open(folder.file(pipe), O_RDWR | O_CLOEXEC)
        guard descriptor >= 0, write(descriptor, text, text.utf8.count) == text.utf8.count else {
            throw SystemError(code: errno)
        }
        return descriptor
    }

    /// Returns whether a process with a number exists, including a dead one that has not been reaped.
    static func exists(_ process: pid_t) -> Bool { kill(process, 0) == 0 }

    /// Returns limits for the script.
    func limits(_ change: (inout LibrsvgLimits) -> Void = { _ in }) -> LibrsvgLimits {
        var limits = LibrsvgLimits()
        limits.program = program
        // The remaining limits are high enough for any machine, so that only a document can exceed them.
        limits.clockTime = 1e9
        change(&limits)
        return limits
    }

    /// Opens the document with the script.
    func open(
        processes: LibrsvgProcesses = LibrsvgProcesses(), clock: HandClock = HandClock(),
        _ change: (inout LibrsvgLimits) -> Void = { _ in }
    ) throws -> LibrsvgSource {
        try LibrsvgSource.open(
            Self.document, path: "drawing.svg", limits: limits(change), processes: processes,
            now: { clock.nanoseconds })
    }

    /// An open end of the pipe `life`, which processes hold open by `exec 9> life`.
    func life() throws -> Life {
        let descriptor = Glibc.open(folder.file("life"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError(code: errno) }
        return Life(descriptor: descriptor)
    }

    struct Life {
        let descriptor: Int32

        /// Waits until no process has the pipe open, without a time limit. Returns true.
        func isOver() -> Bool {
            var entry = pollfd(fd: descriptor, events: 0, revents: 0)
            return poll(&entry, 1, -1) == 1
        }
    }
}

/// A manual clock.
final class HandClock: Sendable {
    private let time = Lock<UInt64>(0)

    var nanoseconds: UInt64 {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }
}

import Glibc
import TileSupport

/// The startup and end of a worker program.
package struct WorkerMain: Sendable {
    /// The name of the program.
    package let name: String

    /// The program's work for Tilework, as a verb in the third person, for a message to users who start it by hand.
    package let work: String

    package init(name: String, work: String) { (self.name, self.work) = (name, work) }

    /// Answers requests from the socket on standard input until it is closed. From then on the process ends with the
    /// other end, even during a request.
    package func run(_ answer: (MessageSocket) throws(MessageSocket.Failure) -> Never) -> Never {
        let descriptor = connection()
        guard ProcessLimits.endWithPeer(of: descriptor) else { end(SystemError(code: errno).description, 71) }
        do throws(MessageSocket.Failure) {
            try answer(MessageSocket(descriptor))
        } catch .ended {
            exit(0)
        } catch {
            end("\(error)", 74)
        }
    }

    /// Returns the socket on standard input. It is moved away from there, so that libraries cannot read from it. Ends
    /// the process if there is none.
    package func connection() -> Int32 {
        guard Self.isSocket(STDIN_FILENO) else {
            end("this program \(work) for tilework, which starts it; by hand there is nothing to do with it", 64)
        }
        let descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
        let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0, null >= 0, dup2(null, STDIN_FILENO) == 0 else {
            end(SystemError(code: errno).description, 71)
        }
        close(null)
        return descriptor
    }

    /// Exits with a message and a code of `sysexits.h`.
    package func end(_ message: String, _ code: Int32) -> Never {
        let line = Array("\(name): \(message)\n".utf8)
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
        exit(code)
    }

    private static func isSocket(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }
}

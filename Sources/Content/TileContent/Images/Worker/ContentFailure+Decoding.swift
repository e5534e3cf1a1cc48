import Foundation
import WorkerProcesses

extension ContentFailure {
    /// Creates the failure of a file from the failure of the worker that decoded it.
    init(_ failure: WorkerFailure, decoding job: ImageJob) {
        if case .refused(let message) = failure {
            self = Self.refusal(message, job)
        } else {
            self = .decoder(path: job.path, failure)
        }
    }

    /// Returns the failure for a decoder's own message about a file that is damaged or unsupported.
    private static func refusal(_ message: String, _ job: ImageJob) -> ContentFailure {
        let path = job.path
        if job.format == .jpeg2000, let file = FileBytes(path),
            JPEG2000Codestream(file)?.hasUniformComponents == false
        {
            return .unsupported(path: path, what: "its components differ in size or in their samples")
        }
        return .malformed(path: path, reason: message.replacingOccurrences(of: "\(path): ", with: ""))
    }
}

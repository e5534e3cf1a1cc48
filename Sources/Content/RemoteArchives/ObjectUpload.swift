import Foundation
import TileSupport

/// An upload of a file to an S3 bucket, in one request or as a multipart upload with several concurrent parts. The
/// object appears when it is complete.
///
/// The state of a multipart upload is stored in a file, so that an interrupted upload can be resumed.
public final class ObjectUpload: Sendable {
    public let location: RemoteLocation
    private let object: RemoteObject
    private let sent = Lock(UploadProgress())
    private let running = Lock<Task<Void, any Error>?>(nil)

    /// The progress of an upload.
    public struct UploadProgress: Hashable, Sendable {
        public var bytes = 0
        public var total = 0
    }

    /// The stored state of a multipart upload.
    private struct Note: Codable, Sendable {
        var location: String
        var id: String
        var byteCount: Int
        var partSize: Int
        /// The entity tags of uploaded parts by number, from 1.
        var parts: [Int: String]
    }

    /// The file to upload, and the headers of the object.
    private struct Source: Sendable {
        /// The descriptor of the open file.
        var file: Int32
        var path: String
        var byteCount: Int
        var mediaType: String
        /// The headers that make the upload fail if the object exists.
        var condition: [(String, String)]

        func read(at offset: Int, count: Int) throws(RemoteFailure) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: count)
            let got = bytes.withUnsafeMutableBytes { buffer in
                var done = 0
                while done < count {
                    let read = pread(file, buffer.baseAddress! + done, count - done, off_t(offset + done))
                    if read < 0 && errno == EINTR { continue }
                    guard read > 0 else { break }
                    done += read
                }
                return done
            }
            guard got == count else { throw .unusable(path, reason: "the file was truncated while it was read") }
            return bytes
        }
    }

    /// The minimum size of a part, in bytes, which is also the maximum for a single request. S3 requires at least 5 MiB
    /// and at most 10,000 parts.
    static let leastPart = 16 << 20
    private static let mostParts = 10_000
    private static let mostBytes = 5 << 40
    private static let partsAtATime = 4
    /// The timeout for a part, in seconds.
    private static let patience = 600.0

    /// Creates an upload.
    ///
    /// - Throws: `.malformed` for a URL that is not an object in a bucket.
    public convenience init(_ location: RemoteLocation) throws(RemoteFailure) {
        try self.init(RemoteObject(location))
    }

    init(_ object: RemoteObject) throws(RemoteFailure) {
        guard case .object = object.location else {
            throw .malformed(
                address: object.name, reason: "only S3 buckets can be written to: use s3://bucket/name.pmtiles")
        }
        self.object = object
        location = object.location
    }

    public var progress: UploadProgress { sent.withLock { $0 } }

    /// Makes `upload` throw `.cancelled` soon. The next upload resumes.
    public func cancel() { running.withLock { $0?.cancel() } }

    /// Throws the errors that `upload` would throw, as far as they can be predicted, before any work is done. Blocks.
    ///
    /// - Throws: `.exists` if the object exists and may not be replaced; `.unreachable`, `.credentials`.
    public func check(replacesExisting: Bool) throws(RemoteFailure) {
        try wait { [object] () async throws(RemoteFailure) in
            let answer = try await object.send("GET", headers: [("range", "bytes=0-0")])
            switch answer.status {
            case 200, 206, 416:
                if !replacesExisting { throw RemoteFailure.exists(object.name) }
            // A user with write access may have no read access.
            case 403: return
            case 404:
                let failure = object.failure(answer)
                if case .unusable = failure { throw failure }
            default: throw object.failure(answer)
            }
        }
    }

    /// Uploads the file. May be called once. Blocks.
    ///
    /// - Parameters:
    ///   - mediaType: The media type that the object is served with.
    ///   - note: The path of the file that stores the state of the upload.
    public func upload(
        _ path: String, mediaType: String, replacesExisting: Bool, note: String
    ) throws(RemoteFailure) {
        try wait { () async throws(RemoteFailure) in
            let file = open(path, O_RDONLY | O_CLOEXEC)
            var status = stat()
            guard file >= 0, fstat(file, &status) == 0 else {
                throw .unusable(path, reason: "can't be read: \(SystemError(code: errno))")
            }
            defer { close(file) }
            let byteCount = Int(status.st_size)
            guard byteCount <= Self.mostBytes else {
                throw .unusable(self.object.name, reason: "larger than an S3 object can be (5 TiB)")
            }
            self.sent.withLock { $0.total = byteCount }
            let source = Source(
                file: file, path: path, byteCount: byteCount, mediaType: mediaType,
                condition: replacesExisting ? [] : [("if-none-match", "*")])
            if byteCount <= Self.leastPart {
                let body = try source.read(at: 0, count: byteCount)
                let answer = try await self.object.send(
                    "PUT", headers: [("content-type", mediaType)] + source.condition, body: body, seconds: Self.patience
                )
                try self.expect(answer)
                self.sent.withLock { $0.bytes = byteCount }
            } else {
                try await self.uploadParts(of: source, noting: note)
            }
        }
    }

    /// Waits for an asynchronous task that `cancel` can cancel.
    private func wait(_ work: @escaping @Sendable () async throws(RemoteFailure) -> Void) throws(RemoteFailure) {
        let task = Task { try await work() }
        running.withLock { $0 = task }
        do {
            try Blocking.wait { await task.result }.get()
        } catch {
            throw error as? RemoteFailure ?? .cancelled
        }
    }

    private func expect(_ answer: HTTPAnswer) throws(RemoteFailure) {
        // Status 412 means that an object that must be new already exists.
        if answer.status == 412 || answer.status == 409 { throw .exists(object.name) }
        // Completing a multipart upload may fail after the response has started.
        let isFailure = AnswerXML.text(of: "Code", in: answer.body) != nil
        guard answer.status == 200, !isFailure else {
            guard answer.status == 200 else { throw object.failure(answer) }
            let reason = AnswerXML.text(of: "Message", in: answer.body) ?? "the server refused it"
            throw .unusable(object.name, reason: reason)
        }
    }

    // MARK: Parts

    private func uploadParts(of source: Source, noting notePath: String) async throws(RemoteFailure) {
        let earlier = earlierNote(notePath, source.byteCount)
        do throws(RemoteFailure) {
            try await uploadParts(of: source, noting: notePath, resuming: earlier)
        } catch {
            // S3 expired the upload, or someone aborted it.
            guard earlier != nil, case .notFound = error else { throw error }
            try await uploadParts(of: source, noting: notePath, resuming: nil)
        }
    }

    private func earlierNote(_ path: String, _ byteCount: Int) -> Note? {
        guard let data = FileManager.default.contents(atPath: path),
            let note = try? JSONDecoder().decode(Note.self, from: data), note.location == object.name,
            note.byteCount == byteCount, note.partSize > 0
        else { return nil }
        return note
    }

    private func uploadParts(
        of source: Source, noting notePath: String, resuming earlier: Note?
    ) async throws(RemoteFailure) {
        let byteCount = source.byteCount
        let begun: Note
        if let earlier { begun = earlier } else { begun = try await begin(source) }
        keep(begun, at: notePath)
        let count = (byteCount + begun.partSize - 1) / begun.partSize
        let numbers = (1...count).filter { begun.parts[$0] == nil }
        sent.withLock { $0.bytes = (begun.parts.count * begun.partSize).clamped(to: 0...byteCount) }
        let parts = Parts(begun, numbers)
        let failure = await withTaskGroup(of: RemoteFailure?.self) { group -> RemoteFailure? in
            for _ in 0..<min(Self.partsAtATime, max(1, numbers.count)) {
                group.addTask {
                    while let number = parts.next.withLock({ $0.popFirst() }) {
                        do throws(RemoteFailure) {
                            let offset = (number - 1) * begun.partSize
                            let length = min(begun.partSize, byteCount - offset)
                            let body = try source.read(at: offset, count: length)
                            let answer = try await self.object.send(
                                "PUT", query: [("partNumber", "\(number)"), ("uploadId", begun.id)], body: body,
                                seconds: Self.patience)
                            guard answer.status == 200, let tag = answer["etag"] else {
                                throw self.object.failure(answer)
                            }
                            let noted = parts.note.withLock { note in
                                note.parts[number] = tag
                                return note
                            }
                            self.keep(noted, at: notePath)
                            self.sent.withLock { $0.bytes += length }
                        } catch {
                            return error
                        }
                    }
                    return nil
                }
            }
            var first: RemoteFailure?
            for await failure in group where first == nil {
                first = failure
                if failure != nil { group.cancelAll() }
            }
            return first
        }
        if let failure { throw failure }
        try await complete(parts.note.withLock { $0 }, condition: source.condition)
        unlink(notePath)
    }

    /// The state shared by the tasks that upload parts.
    private final class Parts: Sendable {
        let note: Lock<Note>
        /// The numbers of parts that are not started yet.
        let next: Lock<ArraySlice<Int>>

        init(_ note: Note, _ numbers: [Int]) {
            self.note = Lock(note)
            next = Lock(numbers[...])
        }
    }

    private func begin(_ source: Source) async throws(RemoteFailure) -> Note {
        let answer = try await object.send(
            "POST", query: [("uploads", "")], headers: [("content-type", source.mediaType)])
        guard answer.status == 200, let id = AnswerXML.text(of: "UploadId", in: answer.body) else {
            throw object.failure(answer)
        }
        // Rounded up to whole MiB.
        let least = (source.byteCount + Self.mostParts - 1) / Self.mostParts
        let partSize = max(Self.leastPart, ((least + (1 << 20) - 1) >> 20) << 20)
        return Note(location: object.name, id: id, byteCount: source.byteCount, partSize: partSize, parts: [:])
    }

    private func complete(_ note: Note, condition: [(String, String)]) async throws(RemoteFailure) {
        let parts = note.parts.sorted { $0.key < $1.key }.map { number, tag in
            "<Part><PartNumber>\(number)</PartNumber><ETag>\(tag.replacing("\"", with: "&quot;"))</ETag></Part>"
        }
        let body =
            "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">\(parts.joined())"
            + "</CompleteMultipartUpload>"
        let answer = try await object.send(
            "POST", query: [("uploadId", note.id)], headers: condition, body: Array(body.utf8), seconds: Self.patience)
        try expect(answer)
    }

    private func keep(_ note: Note, at path: String) {
        // Without the file, the next upload starts over.
        try? JSONEncoder().encode(note).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
}

extension Comparable {
    fileprivate func clamped(to range: ClosedRange<Self>) -> Self {
        min(max(self, range.lowerBound), range.upperBound)
    }
}

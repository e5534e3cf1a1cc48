/// The kinds of replies of a worker program.
package protocol WorkerReplyKind: RawRepresentable<UInt64>, Hashable, Sendable {
    /// A refusal with the reason as UTF-8. The worker accepts further requests.
    static var refusal: Self { get }
}

/// The header of a reply, two 64-bit words: its kind, and the number of bytes that follow.
package struct WorkerReply<Kind: WorkerReplyKind>: Hashable, Sendable {
    package var kind: Kind
    package var byteCount: Int

    package static var wordCount: Int { 2 }
    /// The maximum bytes of a refusal. Longer ones are truncated by the sender and rejected by the receiver.
    package static var longestRefusal: Int { 1000 }

    package init(_ kind: Kind, byteCount: Int) { (self.kind, self.byteCount) = (kind, byteCount) }

    package init?(words: [UInt64]) {
        guard words.count == Self.wordCount, let kind = Kind(rawValue: words[0]), words[1] < 1 << 40 else { return nil }
        self.init(kind, byteCount: Int(words[1]))
    }

    package var words: [UInt64] { [kind.rawValue, UInt64(byteCount)] }
}

extension MessageSocket {
    /// Sends a reply.
    package func write<Kind: WorkerReplyKind>(_ kind: Kind, _ bytes: [UInt8]) throws(Failure) {
        try write(words: WorkerReply(kind, byteCount: bytes.count).words)
        try write(bytes: bytes)
    }

    /// Sends a refusal with a reason.
    package func refuse<Kind: WorkerReplyKind>(as kind: Kind, _ message: String) throws(Failure) {
        try write(kind, Array(message.utf8.prefix(WorkerReply<Kind>.longestRefusal)))
    }
}

extension WorkerChannel {
    /// Receives the header of a reply of any kind.
    ///
    /// - Throws: `WorkerFault.refused` for a refusal.
    package func receiveReply<Kind: WorkerReplyKind>(_ kinds: Kind.Type) throws(WorkerFault) -> WorkerReply<Kind> {
        guard let reply = WorkerReply<Kind>(words: try receive(words: WorkerReply<Kind>.wordCount)) else {
            throw .garbled("it names something that does not exist")
        }
        if reply.kind == .refusal, reply.byteCount <= WorkerReply<Kind>.longestRefusal {
            throw .refused(try receive(textOf: reply.byteCount))
        }
        return reply
    }

    /// Receives the header of a reply of the expected kind and length.
    package func receiveHead<Kind: WorkerReplyKind>(_ kind: Kind, byteCount: Int) throws(WorkerFault) {
        try receiveHead(kind, byteCounts: byteCount...byteCount)
    }

    /// Receives the header of a reply of the expected kind.
    ///
    /// - Parameter byteCounts: The allowed number of bytes after the header.
    /// - Returns: The number of bytes after the header.
    @discardableResult
    package func receiveHead<Kind: WorkerReplyKind>(
        _ kind: Kind, byteCounts: ClosedRange<Int>
    ) throws(WorkerFault) -> Int {
        let reply = try receiveReply(Kind.self)
        guard reply.kind == kind, byteCounts.contains(reply.byteCount) else {
            throw .garbled("\(reply.byteCount) bytes of \(reply.kind) where \(kind) was asked for")
        }
        return reply.byteCount
    }
}

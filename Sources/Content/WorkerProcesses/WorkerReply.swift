/// What a kind of worker answers by.
package protocol WorkerReplyKind: RawRepresentable<UInt64>, Hashable, Sendable {
    /// What the worker has against its subject, as UTF-8. It can be asked again.
    static var refusal: Self { get }
}

/// The head of an answer, two words of 64 bits: of what kind it is, and how many bytes follow it.
package struct WorkerReply<Kind: WorkerReplyKind>: Hashable, Sendable {
    package var kind: Kind
    package var byteCount: Int

    package static var wordCount: Int { 2 }
    /// Longer refusals are cut off where they are written, and not read.
    package static var longestRefusal: Int { 1000 }

    package init(_ kind: Kind, byteCount: Int) { (self.kind, self.byteCount) = (kind, byteCount) }

    package init?(words: [UInt64]) {
        guard words.count == Self.wordCount, let kind = Kind(rawValue: words[0]), words[1] < 1 << 40 else { return nil }
        self.init(kind, byteCount: Int(words[1]))
    }

    package var words: [UInt64] { [kind.rawValue, UInt64(byteCount)] }
}

extension MessageSocket {
    /// Answers by bytes.
    package func write<Kind: WorkerReplyKind>(_ kind: Kind, _ bytes: [UInt8]) throws(Failure) {
        try write(words: WorkerReply(kind, byteCount: bytes.count).words)
        try write(bytes: bytes)
    }

    /// Answers by the reason for which it is not done.
    package func refuse<Kind: WorkerReplyKind>(as kind: Kind, _ message: String) throws(Failure) {
        try write(kind, Array(message.utf8.prefix(WorkerReply<Kind>.longestRefusal)))
    }
}

extension WorkerChannel {
    /// The head of whatever answer comes now.
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

    /// The head of the answer that must come now, and which so many bytes follow.
    package func receiveHead<Kind: WorkerReplyKind>(_ kind: Kind, byteCount: Int) throws(WorkerFault) {
        try receiveHead(kind, byteCounts: byteCount...byteCount)
    }

    /// The head of the answer that must come now.
    ///
    /// - Parameter byteCounts: how many bytes may follow it.
    /// - Returns: how many do.
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

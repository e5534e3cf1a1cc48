/// How much may be sent over a connection of HTTP/2 (RFC 9113 section 5.2) and who may send it: cached tiles, or the
/// streams of the library, which keeps account of its part by itself.
///
///     what the client allows for the connection
///     ├── the tiles' share ──┤── the streams' share ──┤
///
/// The streams have all at first, as the protocol gives it to them. What the client adds comes to the tiles, and moves
/// to the streams when theirs runs low. So neither ever sends what the other has been promised.
struct SendWindows {
    /// A stream that the library has.
    private struct Stream {
        var window: Int
        var clientHasEnded = false
        var serverHasEnded = false
        var hasBegun = false
    }

    private var streams: [Int32: Stream] = [:]
    /// Of a new stream.
    private var initial = Self.unspecified
    private(set) var tiles = 0
    private(set) var ofStreams = Self.unspecified

    /// What both a connection and a stream have before the client says otherwise.
    private static let unspecified = 65_535
    static let greatest = Int(Int32.max)
    /// What the streams are kept at, where the client allows for so much: what is on the way of one answer.
    private static let streamsWant = 1 << 20

    var whole: Int { tiles + ofStreams }
    var hasStreams: Bool { !streams.isEmpty }

    // MARK: Tiles

    /// Whether an answer of that many bytes may leave at once on a stream of its own.
    func allowTile(_ bytes: Int) -> Bool { bytes <= tiles && bytes <= initial }

    mutating func didSendTile(_ bytes: Int) { tiles -= bytes }

    // MARK: What the client says

    /// Answers false when it is more than there can be.
    mutating func add(_ bytes: Int) -> Bool {
        guard whole + bytes <= Self.greatest else { return false }
        tiles += bytes
        return true
    }

    mutating func add(_ bytes: Int, to stream: Int32) { streams[stream]?.window += bytes }

    mutating func setInitial(_ bytes: Int) {
        for stream in streams.keys { streams[stream]?.window += bytes - initial }
        initial = bytes
    }

    // MARK: Streams

    func has(_ stream: Int32) -> Bool { streams[stream] != nil }

    mutating func open(_ stream: Int32) { streams[stream] = Stream(window: initial) }

    mutating func close(_ stream: Int32) { streams[stream] = nil }

    mutating func clientDidEnd(_ stream: Int32) { end(stream) { $0.clientHasEnded = true } }

    mutating func didBegin(_ stream: Int32) { streams[stream]?.hasBegun = true }

    mutating func didSend(_ bytes: Int, on stream: Int32) {
        ofStreams -= bytes
        streams[stream]?.window -= bytes
    }

    mutating func serverDidEnd(_ stream: Int32) { end(stream) { $0.serverHasEnded = true } }

    private mutating func end(_ id: Int32, _ change: (inout Stream) -> Void) {
        guard var stream = streams[id] else { return }
        change(&stream)
        streams[id] = stream.clientHasEnded && stream.serverHasEnded ? nil : stream
    }

    /// What the streams should have of what is left.
    private var streamsShare: Int { min(Self.streamsWant, (whole + 1) / 2) }

    /// Whether it is time to move some of it.
    var streamsRunLow: Bool { tiles > 0 && ofStreams <= streamsShare / 2 }

    /// What moves to the streams: the library is to be told. 0 for nothing.
    mutating func move() -> Int {
        guard streamsRunLow else { return 0 }
        let moved = min(tiles, streamsShare - ofStreams)
        tiles -= moved
        ofStreams += moved
        return moved
    }

    /// Whether there are answers that can't go on before the client allows for more. Looks at all streams.
    var areShut: Bool {
        streams.values.contains { $0.hasBegun && !$0.serverHasEnded && ($0.window <= 0 || whole <= 0) }
    }
}

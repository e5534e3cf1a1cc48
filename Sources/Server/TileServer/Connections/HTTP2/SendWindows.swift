/// The send windows of an HTTP/2 connection (RFC 9113 section 5.2), shared between cached tiles and the streams of the
/// library, which accounts for its own part.
///
///     the window that the client allows for the connection
///     ├── the tiles' share ──┤── the streams' share ──┤
///
/// At first the streams have the whole window, as the protocol assigns it to them. Increments from the client go to the
/// tiles, and move to the streams when their share runs low. So neither side ever sends bytes that the other has been
/// promised.
struct SendWindows {
    /// A stream that the library handles.
    private struct Stream {
        var window: Int
        var clientHasEnded = false
        var serverHasEnded = false
        var hasBegun = false
    }

    private var streams: [Int32: Stream] = [:]
    /// The initial window of a new stream.
    private var initial = Self.unspecified
    private(set) var tiles = 0
    private(set) var ofStreams = Self.unspecified

    /// The initial window of a connection and of a stream, until the client changes it (RFC 9113 section 6.9.2).
    private static let unspecified = 65_535
    static let greatest = Int(Int32.max)
    /// The share that the streams are kept at, if the client allows that much: the bytes of one answer that are in
    /// transit.
    private static let streamsWant = 1 << 20

    var whole: Int { tiles + ofStreams }
    var hasStreams: Bool { !streams.isEmpty }
    var streamCount: Int { streams.count }

    // MARK: Tiles

    /// Whether an answer of that many bytes can be sent at once on a stream of its own.
    func allowTile(_ bytes: Int) -> Bool { bytes <= tiles && bytes <= initial }

    mutating func didSendTile(_ bytes: Int) { tiles -= bytes }

    // MARK: Frames from the client

    /// Adds an increment from the client. Returns false if the window would exceed its largest possible size.
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

    /// The share of the remaining window that the streams should have.
    private var streamsShare: Int { min(Self.streamsWant, (whole + 1) / 2) }

    /// Whether the streams' share is low enough that some of the window should move to them.
    var streamsRunLow: Bool { tiles > 0 && ofStreams <= streamsShare / 2 }

    /// Moves part of the window to the streams. Returns the number of bytes, which the library must be told, or 0 if
    /// nothing moves.
    mutating func move() -> Int {
        guard streamsRunLow else { return 0 }
        let moved = min(tiles, streamsShare - ofStreams)
        tiles -= moved
        ofStreams += moved
        return moved
    }

    /// Whether any answers wait until the client opens a window.
    ///
    /// - Complexity: O(n) in the number of streams.
    var areShut: Bool {
        streams.values.contains { $0.hasBegun && !$0.serverHasEnded && ($0.window <= 0 || whole <= 0) }
    }
}

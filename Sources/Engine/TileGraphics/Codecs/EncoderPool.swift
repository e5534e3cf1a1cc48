import TileSupport

/// A pool of encoders, as many as were ever used concurrently. An encoder that holds more than `maxKeptBytes` after a
/// large image is discarded.
///
/// Safe from any thread.
public final class EncoderPool: Sendable {
    // @unchecked Sendable: an encoder that no thread uses while it is in the pool.
    private struct Idle: @unchecked Sendable {
        var encoder: TileEncoder
    }

    private let idle = Lock<[Idle]>([])

    /// The memory of an encoder for tiles of 1,024 pixels, with some margin.
    static let maxKeptBytes = 16 << 20

    public init() {}

    /// Calls `body` with an encoder for exclusive use. It must not escape.
    ///
    /// Takes constant time besides `body`; creates an encoder if all are in use.
    public func withEncoder<R>(_ body: (TileEncoder) throws -> R) rethrows -> R {
        let lent = idle.withLock { $0.popLast() } ?? Idle(encoder: TileEncoder())
        defer {
            if lent.encoder.keptBytes <= Self.maxKeptBytes { idle.withLock { $0.append(lent) } }
        }
        return try body(lent.encoder)
    }

    /// The number of idle encoders.
    var idleCount: Int { idle.withLock { $0.count } }
}

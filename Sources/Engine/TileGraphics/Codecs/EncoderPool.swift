import TileSupport

/// Encoders lent to whichever thread has something to encode, so that there are as many as ever encoded at once. Each
/// keeps up to `maxKeptBytes`; one that a large image left with more is given up.
///
/// Safe from any thread.
public final class EncoderPool: Sendable {
    // @unchecked Sendable: an encoder that no thread knows while it lies in the pool.
    private struct Idle: @unchecked Sendable {
        var encoder: TileEncoder
    }

    private let idle = Lock<[Idle]>([])

    /// What an encoder of tiles of 1,024 pixels keeps, with some to spare.
    static let maxKeptBytes = 16 << 20

    public init() {}

    /// Calls `body` with an encoder that nobody else uses meanwhile. It must not be kept.
    ///
    /// Constant time besides `body`; makes an encoder when all are lent.
    public func withEncoder<R>(_ body: (TileEncoder) throws -> R) rethrows -> R {
        let lent = idle.withLock { $0.popLast() } ?? Idle(encoder: TileEncoder())
        defer {
            if lent.encoder.keptBytes <= Self.maxKeptBytes { idle.withLock { $0.append(lent) } }
        }
        return try body(lent.encoder)
    }

    /// Encoders that nobody has now.
    var idleCount: Int { idle.withLock { $0.count } }
}

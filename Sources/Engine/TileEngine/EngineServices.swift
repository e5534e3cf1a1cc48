import Dispatch
import Foundation
public import TileGraphics
import TileSupport

/// The engine's dependencies. Tests replace them with versions that they can step.
public struct EngineServices: Sendable {
    /// The executor that tiles are drawn on; nil for Dispatch, with the policy's number of workers.
    public var executor: (any TileExecutor)?

    /// A monotonic clock, in nanoseconds.
    public var now: @Sendable () -> UInt64

    /// The processor time of the calling thread, in nanoseconds. Deadlines use it.
    public var processorTime: @Sendable () -> UInt64

    /// Encodes an image as a file.
    public var encode: @Sendable (TileImage, TileFormat) throws -> [UInt8]

    /// Converts a new file into the form that is kept; nil to keep its bytes. Called once for each file, on the worker
    /// that made it.
    public var package: (@Sendable (TileKey, [UInt8], StrongValidator) -> any TilePackage)?

    /// The store through which engines share files; nil for a standalone engine.
    public var sharing: (any TileSharing)?

    public init(
        executor: (any TileExecutor)? = nil,
        now: @escaping @Sendable () -> UInt64 = { MonotonicClock.nanoseconds },
        processorTime: @escaping @Sendable () -> UInt64 = { ProcessorClock.nanosecondsOfThread },
        encode: @escaping @Sendable (TileImage, TileFormat) throws -> [UInt8] = EngineServices.pooledEncoders(),
        package: (@Sendable (TileKey, [UInt8], StrongValidator) -> any TilePackage)? = nil,
        sharing: (any TileSharing)? = nil
    ) {
        self.executor = executor
        self.now = now
        self.processorTime = processorTime
        self.encode = encode
        self.package = package
        self.sharing = sharing
    }

    /// The encoders of `TileGraphics`, pooled: as many as work at once.
    public static func pooledEncoders() -> @Sendable (TileImage, TileFormat) throws -> [UInt8] {
        let pool = EncoderPool()
        return { image, format in try pool.withEncoder { try $0.encode(image, as: format).bytes } }
    }
}

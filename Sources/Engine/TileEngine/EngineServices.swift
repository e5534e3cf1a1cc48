import Dispatch
import Foundation
public import TileGraphics
import TileSupport

/// What the engine has done by others. Tests replace them with what they can step.
public struct EngineServices: Sendable {
    /// Where tiles are drawn; nil for Dispatch, with the policy's number of workers.
    public var executor: (any TileExecutor)?

    /// A clock that never goes back, in nanoseconds.
    public var now: @Sendable () -> UInt64

    /// Processor time of the thread that asks, in nanoseconds: what deadlines go by.
    public var processorTime: @Sendable () -> UInt64

    /// Makes a file of an image.
    public var encode: @Sendable (TileImage, TileFormat) throws -> [UInt8]

    /// Turns a new file into what is kept of it; nil to keep its bytes. Called once for each file, on the worker that
    /// made it.
    public var package: (@Sendable (TileKey, [UInt8], StrongValidator) -> any TilePackage)?

    /// Where files are left for other engines, and taken that they left; nil for an engine by itself.
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

    /// The encoders of `TileGraphics`, as many as ever work at once.
    public static func pooledEncoders() -> @Sendable (TileImage, TileFormat) throws -> [UInt8] {
        let pool = EncoderPool()
        return { image, format in try pool.withEncoder { try $0.encode(image, as: format).bytes } }
    }
}

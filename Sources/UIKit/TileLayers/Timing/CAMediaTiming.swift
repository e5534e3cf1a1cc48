import Foundation
import TileGraphics

/// The timing of a layer or an animation, relative to the time of its parent.
public protocol CAMediaTiming {
    /// The begin time in the parent's time, in seconds.
    var beginTime: CFTimeInterval { get set }
    /// The duration of one iteration, in seconds.
    var duration: CFTimeInterval { get set }
    /// The speed relative to the parent's time.
    var speed: Float { get set }
    /// The offset in its own time at the begin, in seconds.
    var timeOffset: CFTimeInterval { get set }
    /// The number of iterations; don't set it together with `repeatDuration`.
    var repeatCount: Float { get set }
    /// The total duration of repetition, in seconds.
    var repeatDuration: CFTimeInterval { get set }
    /// Whether it runs backwards after each forward iteration.
    var autoreverses: Bool { get set }
    /// The behavior before the begin and after the end.
    var fillMode: CAMediaTimingFillMode { get set }
}

/// The behavior of a timed object outside its active duration.
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Keeps its final state after the end.
    public static let forwards = CAMediaTimingFillMode(rawValue: "forwards")
    /// Shows its initial state before the begin.
    public static let backwards = CAMediaTimingFillMode(rawValue: "backwards")
    public static let both = CAMediaTimingFillMode(rawValue: "both")
    /// Shows nothing.
    public static let removed = CAMediaTimingFillMode(rawValue: "removed")
}

/// The stored values of `CAMediaTiming`.
struct LayerTiming: Hashable, Sendable {
    var beginTime = 0.0
    var duration = 0.0
    var speed: Float = 1
    var timeOffset = 0.0
    var repeatCount: Float = 0
    var repeatDuration = 0.0
    var autoreverses = false
    var fillMode = CAMediaTimingFillMode.removed

    /// Whether its time equals that of its parent.
    var runsAlong: Bool { beginTime == 0 && speed == 1 && timeOffset == 0 }

    /// Converts the parent's time to its own.
    func local(_ time: Double) -> Double { (time - beginTime) * Double(speed) + timeOffset }

    /// Converts its own time to the parent's; infinite if its clock is stopped.
    func outer(_ time: Double) -> Double { (time - timeOffset) / Double(speed) + beginTime }
}

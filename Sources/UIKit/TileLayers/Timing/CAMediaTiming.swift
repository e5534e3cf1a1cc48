import Foundation
import TileGraphics

/// Time within time: how a layer's, or an animation's, clock runs in that of what holds it.
public protocol CAMediaTiming {
    /// When it begins, in the time of what holds it, in seconds.
    var beginTime: CFTimeInterval { get set }
    /// How long once takes, in seconds.
    var duration: CFTimeInterval { get set }
    /// Seconds of its own time to one of what holds it.
    var speed: Float { get set }
    /// Where in its own time it begins, in seconds.
    var timeOffset: CFTimeInterval { get set }
    /// How often it runs; not to be set together with `repeatDuration`.
    var repeatCount: Float { get set }
    /// For how long it runs, in seconds.
    var repeatDuration: CFTimeInterval { get set }
    /// Whether it runs backwards after each time forwards.
    var autoreverses: Bool { get set }
    /// What shows before and after.
    var fillMode: CAMediaTimingFillMode { get set }
}

/// What shows of something timed outside of its time.
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Its end, afterwards.
    public static let forwards = CAMediaTimingFillMode(rawValue: "forwards")
    /// Its beginning, before.
    public static let backwards = CAMediaTimingFillMode(rawValue: "backwards")
    public static let both = CAMediaTimingFillMode(rawValue: "both")
    /// Nothing.
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

    /// Whether its time is that of what holds it.
    var runsAlong: Bool { beginTime == 0 && speed == 1 && timeOffset == 0 }

    /// A time of what holds it, in its own.
    func local(_ time: Double) -> Double { (time - beginTime) * Double(speed) + timeOffset }

    /// The way back; infinitely far off when its clock stands still.
    func outer(_ time: Double) -> Double { (time - timeOffset) / Double(speed) + beginTime }
}

public import Foundation
import TileGeometry

/// A callback that computes a function's values. Its parameters are `info`, the arguments, and the result buffer.
public typealias CGFunctionEvaluateCallback =
    (UnsafeMutableRawPointer?, UnsafePointer<CGFloat>, UnsafeMutablePointer<CGFloat>) -> Void

/// A callback that releases a function's data.
public typealias CGFunctionReleaseInfoCallback = (UnsafeMutableRawPointer?) -> Void

/// The callbacks that compute a function and release its data.
public struct CGFunctionCallbacks {
    /// Must be 0.
    public var version: UInt32
    public var evaluate: CGFunctionEvaluateCallback?
    public var releaseInfo: CGFunctionReleaseInfoCallback?

    public init(
        version: UInt32, evaluate: CGFunctionEvaluateCallback?, releaseInfo: CGFunctionReleaseInfoCallback?
    ) {
        self.version = version
        self.evaluate = evaluate
        self.releaseInfo = releaseInfo
    }
}

/// A numeric function computed by a callback. Arguments are clamped to the domain and values to the range, if those are
/// given.
public final class CGFunction {
    let domainDimension: Int
    let rangeDimension: Int
    let domain: [CGFloat]?
    let range: [CGFloat]?
    private let info: UnsafeMutableRawPointer?
    private let callbacks: CGFunctionCallbacks

    /// - Parameters:
    ///   - domain: The minimum and maximum of each argument, or nil for no limits.
    ///   - range: The minimum and maximum of each value, or nil for no limits.
    /// - Returns: nil if a dimension is not positive, or there is no `evaluate` callback.
    public init?(
        info: UnsafeMutableRawPointer?, domainDimension: Int, domain: UnsafePointer<CGFloat>?, rangeDimension: Int,
        range: UnsafePointer<CGFloat>?, callbacks: UnsafePointer<CGFunctionCallbacks>
    ) {
        guard domainDimension > 0, rangeDimension > 0, callbacks.pointee.evaluate != nil else { return nil }
        self.domainDimension = domainDimension
        self.rangeDimension = rangeDimension
        self.domain = domain.map { Array(UnsafeBufferPointer(start: $0, count: 2 * domainDimension)) }
        self.range = range.map { Array(UnsafeBufferPointer(start: $0, count: 2 * rangeDimension)) }
        self.info = info
        self.callbacks = callbacks.pointee
    }

    deinit { callbacks.releaseInfo?(info) }

    /// Returns the values for one argument.
    func values(at argument: CGFloat) -> [CGFloat] {
        var arguments = [CGFloat](repeating: argument, count: domainDimension)
        if let domain {
            for index in arguments.indices {
                arguments[index] = min(max(arguments[index], domain[2 * index]), domain[2 * index + 1])
            }
        }
        var values = [CGFloat](repeating: 0, count: rangeDimension)
        callbacks.evaluate?(info, arguments, &values)
        if let range {
            for index in values.indices {
                values[index] = min(max(values[index], range[2 * index]), range[2 * index + 1])
            }
        }
        return values
    }
}

/// A gradient along a line or between two circles with the colors of a function.
///
/// The function is evaluated 257 times when the shading is created; colors are interpolated between.
public final class CGShading: Sendable {
    let geometry: Gradient.Geometry
    private let gradient: CGGradient
    private let options: CGGradientDrawingOptions

    /// - Parameter function: A function of one argument, which runs over its domain (0 to 1 if nil) from start to end.
    ///   Its values are components of the space, and alpha if there is one more value.
    /// - Returns: nil if the function does not match, or a number is not finite.
    public convenience init?(
        axialSpace space: CGColorSpace, start: CGPoint, end: CGPoint, function: CGFunction, extendStart: Bool,
        extendEnd: Bool
    ) {
        guard start.isFinite, end.isFinite else { return nil }
        self.init(
            .linear(x1: Double(start.x), y1: Double(start.y), x2: Double(end.x), y2: Double(end.y)), space,
            function: function,
            extendStart: extendStart, extendEnd: extendEnd)
    }

    /// Creates a shading between two circles.
    public convenience init?(
        radialSpace space: CGColorSpace, start: CGPoint, startRadius: CGFloat, end: CGPoint, endRadius: CGFloat,
        function: CGFunction, extendStart: Bool, extendEnd: Bool
    ) {
        guard start.isFinite, end.isFinite, startRadius.isFinite, endRadius.isFinite, startRadius >= 0, endRadius >= 0
        else { return nil }
        self.init(
            .radial(
                focusX: Double(start.x), focusY: Double(start.y), focusRadius: Double(startRadius),
                centerX: Double(end.x), centerY: Double(end.y), radius: Double(endRadius)),
            space, function: function, extendStart: extendStart, extendEnd: extendEnd)
    }

    private static let samples = 256

    private init?(
        _ geometry: Gradient.Geometry, _ space: CGColorSpace, function: CGFunction, extendStart: Bool,
        extendEnd: Bool
    ) {
        let count = space.numberOfComponents
        switch space.kind {
        case .pattern, .indexed: return nil
        default: break
        }
        guard function.domainDimension == 1, function.rangeDimension == count || function.rangeDimension == count + 1
        else { return nil }
        let (first, last) = (function.domain?[0] ?? 0, function.domain?[1] ?? 1)
        let colors = (0...Self.samples).map { sample in
            let values = function.values(at: first + (last - first) * CGFloat(sample) / CGFloat(Self.samples))
            return space.output(Array(values.prefix(count)), alpha: values.count > count ? values[count] : 1)
        }
        guard let gradient = CGGradient(colors, nil) else { return nil }
        self.gradient = gradient
        self.geometry = geometry
        var options: CGGradientDrawingOptions = []
        if extendStart { options.insert(.drawsBeforeStartLocation) }
        if extendEnd { options.insert(.drawsAfterEndLocation) }
        self.options = options
    }

    func stops(alpha: Double) -> [Gradient.Stop] { gradient.stops(options, alpha: alpha) }

    /// The type's identifier, like a Core Foundation type ID. It is stable within a process only.
    public static var typeID: UInt { CGTypeID.of(CGShading.self) }
}

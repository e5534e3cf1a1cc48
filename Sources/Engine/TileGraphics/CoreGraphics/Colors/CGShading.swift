public import Foundation
import TileGeometry

/// What computes a function's values from its arguments: `info`, the arguments, and where the values go.
public typealias CGFunctionEvaluateCallback =
    (UnsafeMutableRawPointer?, UnsafePointer<CGFloat>, UnsafeMutablePointer<CGFloat>) -> Void

/// What is called when a function goes.
public typealias CGFunctionReleaseInfoCallback = (UnsafeMutableRawPointer?) -> Void

/// What computes a function, and what is called when it goes.
public struct CGFunctionCallbacks {
    /// 0.
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

/// A function from numbers to numbers, computed by a callback. Arguments are brought into the domain and values into
/// the range, where these are given.
public final class CGFunction {
    let domainDimension: Int
    let rangeDimension: Int
    let domain: [CGFloat]?
    let range: [CGFloat]?
    private let info: UnsafeMutableRawPointer?
    private let callbacks: CGFunctionCallbacks

    /// - Parameters:
    ///   - domain: the least and greatest of each argument, or nil for any.
    ///   - range: the least and greatest of each value, or nil for any.
    /// - Returns: nil when a dimension is not positive, or there is nothing to compute with.
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

    /// The values at one argument.
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

/// Colors of a function, along a line or between two circles.
///
/// The function is asked 257 times, when the shading is made; between these its colors run evenly.
public final class CGShading: Sendable {
    let geometry: Gradient.Geometry
    private let gradient: CGGradient
    private let options: CGGradientDrawingOptions

    /// - Parameter function: of one argument, which runs over its domain (0 to 1 without one) from start to end; its
    ///   values are components of the space, and alpha where it has one value more.
    /// - Returns: nil when the function does not fit, or a number is none.
    public convenience init?(
        axialSpace space: CGColorSpace, start: CGPoint, end: CGPoint, function: CGFunction, extendStart: Bool,
        extendEnd: Bool
    ) {
        guard start.isFinite, end.isFinite else { return nil }
        self.init(
            .linear(x1: Double(start.x), y1: Double(start.y), x2: Double(end.x), y2: Double(end.y)), space, function,
            extendStart, extendEnd)
    }

    /// As above, between two circles.
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
            space, function, extendStart, extendEnd)
    }

    private static let samples = 256

    private init?(
        _ geometry: Gradient.Geometry, _ space: CGColorSpace, _ function: CGFunction, _ extendStart: Bool,
        _ extendEnd: Bool
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

    /// A number for the type, as Core Foundation gives one. It is the same in one process only.
    public static var typeID: UInt { CGTypeID.of(CGShading.self) }
}

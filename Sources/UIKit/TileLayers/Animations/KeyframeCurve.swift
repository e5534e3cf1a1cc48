import Foundation
import TileGraphics

/// The values of a keyframe animation and the interpolation between them.
struct KeyframeCurve {
    /// The interpolation between two values.
    private enum Way {
        case segment(AnimatedSegment)
        /// A curve of numbers with tangents at both ends.
        case hermite(SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, AnimatedValue.Kind)
        /// A piece of an outline.
        case piece(PathPiece)
        /// The first value until the next one's time.
        case hold(AnimatedValue)

        func value(at part: Double) -> AnimatedValue {
            switch self {
            case .segment(let segment): return segment.value(at: part)
            case .hermite(let from, let to, let leaving, let arriving, let kind):
                let (t, t2) = (part, part * part)
                let t3 = t2 * t
                let ends = (2 * t3 - 3 * t2 + 1) * from + (3 * t2 - 2 * t3) * to
                return .numbers(ends + (t3 - 2 * t2 + t) * leaving + (t3 - t2) * arriving, kind)
            case .piece(let piece):
                let point = piece.point(at: part)
                return .numbers(SIMD4(point.x, point.y, 0, 0), .point)
            case .hold(let value): return value
            }
        }

        var length: Double {
            switch self {
            case .piece(let piece): piece.length
            case .segment, .hermite: value(at: 0).distance(to: value(at: 1))
            case .hold: 0
            }
        }
    }

    private var ways: [Way] = []
    /// The start of each segment and the end of the last; ascending from 0 to 1.
    private var times: [Double] = []
    private var paces: [PaceCurve?] = []
    /// The rotation added to the outline's direction, in radians; nil if the layer is not rotated along it.
    private var turn: Double?
    private var isPaced = false

    /// The same curve as linearly interpolated numbers, if it is that simple.
    var numbers: KeyframeNumbers? {
        guard turn == nil, paces.isEmpty, !ways.isEmpty else { return nil }
        var starts: [SIMD4<Double>] = []
        var lines: [SIMD4<Double>] = []
        var common: AnimatedValue.Kind?
        for way in ways {
            let (from, to, kind): (SIMD4<Double>, SIMD4<Double>, AnimatedValue.Kind)
            switch way {
            case .segment(.numbers(let a, let b, let of)): (from, to, kind) = (a, b, of)
            case .hold(.numbers(let a, let of)): (from, to, kind) = (a, a, of)
            default: return nil
            }
            guard common == nil || common == kind else { return nil }
            common = kind
            starts.append(from)
            lines.append(to - from)
        }
        guard let common else { return nil }
        return KeyframeNumbers(kind: common, times: times, starts: starts, lines: lines)
    }

    /// Creates a curve through values.
    init(values: [AnimatedValue], _ animation: CAKeyframeAnimation) {
        guard let last = values.last else { return }
        let mode = animation.calculationMode
        if mode == .discrete {
            ways = values.map { .hold($0) }
        } else if mode == .cubic || mode == .cubicPaced {
            ways = Self.smooth(values, animation)
        } else {
            ways = zip(values, values.dropFirst()).map { .segment(AnimatedSegment(from: $0, to: $1)) }
        }
        if ways.isEmpty { ways = [.hold(last)] }
        setKeyTimes(of: animation, isPaced: mode == .paced || mode == .cubicPaced)
    }

    /// Creates a curve along an outline.
    init(path: CGPath, _ animation: CAKeyframeAnimation) {
        let pieces = PathPiece.all(of: path.outline).filter { $0.length > 0 }
        if animation.calculationMode == .discrete, let first = pieces.first {
            let points = [first.point(at: 0)] + pieces.map { $0.point(at: 1) }
            ways = points.map { .hold(.numbers(SIMD4($0.x, $0.y, 0, 0), .point)) }
        } else {
            ways = pieces.map { .piece($0) }
        }
        switch animation.rotationMode {
        case .rotateAuto: turn = 0
        case .rotateAutoReverse: turn = .pi
        default: break
        }
        setKeyTimes(
            of: animation, isPaced: animation.calculationMode == .paced || animation.calculationMode == .cubicPaced)
    }

    private mutating func setKeyTimes(of animation: CAKeyframeAnimation, isPaced: Bool) {
        self.isPaced = isPaced
        let count = ways.count
        times = (0...max(1, count)).map { Double($0) / Double(max(1, count)) }
        if isPaced {
            let lengths = ways.map(\.length)
            let total = lengths.reduce(0, +)
            if total > 0, total.isFinite {
                var passed = 0.0
                times = [0]
                for length in lengths {
                    passed += length
                    times.append(passed / total)
                }
                times[times.count - 1] = 1
            }
            return
        }
        if var given = animation.keyTimes?.map(\.doubleValue) {
            // A discrete last value needs no end time.
            if given.count == count, animation.calculationMode == .discrete { given.append(1) }
            let isAscending = zip(given, given.dropFirst()).allSatisfy { $0 <= $1 }
            if given.count == times.count, isAscending, given.allSatisfy({ $0 >= 0 && $0 <= 1 }) { times = given }
        }
        if let functions = animation.timingFunctions, functions.count >= count {
            paces = functions.prefix(count).map(\.curve)
        }
    }

    /// Returns the segment at a progress, and the fraction of it.
    private func segment(at progress: Double) -> (Int, Double)? {
        guard let last = times.last, !ways.isEmpty else { return nil }
        if progress >= last { return (ways.count - 1, 1) }
        var (low, high) = (0, ways.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if times[middle] <= progress { low = middle } else { high = middle - 1 }
        }
        let (start, end) = (times[low], times[low + 1])
        let part = end > start ? min(1, max(0, (progress - start) / (end - start))) : 0
        return (low, paces.isEmpty ? part : paces[low]?.progress(at: part) ?? part)
    }

    func value(at progress: Double) -> AnimatedValue {
        guard let (way, part) = segment(at: progress) else { return .object(nil) }
        if isPaced, case .piece(let piece) = ways[way] {
            let point = piece.point(at: piece.parameter(atLength: part))
            return .numbers(SIMD4(point.x, point.y, 0, 0), .point)
        }
        return ways[way].value(at: part)
    }

    /// Returns the direction of the outline in radians, if the layer is rotated along it.
    func angle(at progress: Double) -> Double? {
        guard let turn, let (way, part) = segment(at: progress), case .piece(let piece) = ways[way] else { return nil }
        return piece.angle(at: isPaced ? piece.parameter(atLength: part) : part) + turn
    }

    /// Returns Kochanek and Bartels' curve through the values (“Interpolating splines with local tension, continuity,
    /// and bias control”, 1984); with none of the three parameters it is a Catmull-Rom spline. Non-numeric values are
    /// interpolated linearly.
    private static func smooth(_ values: [AnimatedValue], _ animation: CAKeyframeAnimation) -> [Way] {
        var points: [SIMD4<Double>] = []
        var kind = AnimatedValue.Kind.number
        for value in values {
            guard case .numbers(let n, let other) = value, points.isEmpty || other == kind else {
                return zip(values, values.dropFirst()).map { .segment(AnimatedSegment(from: $0, to: $1)) }
            }
            kind = other
            points.append(n)
        }
        func setting(_ list: [NSNumber]?, _ index: Int) -> Double {
            guard let list, index < list.count else { return 0 }
            let value = list[index].doubleValue
            return value.isFinite ? value : 0
        }
        func tangents(_ index: Int) -> (arriving: SIMD4<Double>, leaving: SIMD4<Double>) {
            let before = index > 0 ? points[index] - points[index - 1] : points[index + 1] - points[index]
            let after = index + 1 < points.count ? points[index + 1] - points[index] : before
            let t = setting(animation.tensionValues, index)
            let c = setting(animation.continuityValues, index)
            let b = setting(animation.biasValues, index)
            let arriving = ((1 - t) * (1 - c) * (1 + b) * before + (1 - t) * (1 + c) * (1 - b) * after) / 2
            let leaving = ((1 - t) * (1 + c) * (1 + b) * before + (1 - t) * (1 - c) * (1 - b) * after) / 2
            return (arriving, leaving)
        }
        guard points.count > 1 else { return [] }
        return (0..<points.count - 1).map { index in
            .hermite(points[index], points[index + 1], tangents(index).leaving, tangents(index + 1).arriving, kind)
        }
    }
}

/// Keyframes of numbers with linear interpolation.
final class KeyframeNumbers {
    let kind: AnimatedValue.Kind
    private let times: [Double]
    private let starts: [SIMD4<Double>]
    private let lines: [SIMD4<Double>]

    init(kind: AnimatedValue.Kind, times: [Double], starts: [SIMD4<Double>], lines: [SIMD4<Double>]) {
        (self.kind, self.times, self.starts, self.lines) = (kind, times, starts, lines)
    }

    func value(at progress: Double) -> SIMD4<Double> {
        let last = lines.count - 1
        if progress >= times[last + 1] { return starts[last] + lines[last] }
        var (low, high) = (0, last)
        while low < high {
            let middle = (low + high + 1) / 2
            if times[middle] <= progress { low = middle } else { high = middle - 1 }
        }
        let (start, end) = (times[low], times[low + 1])
        let part = end > start ? min(1, max(0, (progress - start) / (end - start))) : 0
        return starts[low] + lines[low] * part
    }
}

import Foundation
import TileGeometry
import TileSupport

/// The thinned copies of a long outline, by scale and use, made when they are first drawn and kept.
///
/// A copy depends on nothing but the outline, its use and the scale, rounded to a step. So all tiles of a level draw
/// the same one, whichever is drawn first.
final class ThinnedOutlines: Sendable {
    /// The minimum number of verbs of an outline that is thinned; Cairo draws fewer in a millisecond.
    static let worthwhileCount = 4096
    /// The number of steps in a doubling of the scale.
    private static let stepsPerOctave = 4.0

    /// The use of an outline.
    enum Use: Hashable {
        case fill(FillRule)
        case stroke(width: Double, cap: StrokeStyle.Cap, join: StrokeStyle.Join, miterLimit: Double)
    }

    private struct Key: Hashable {
        var use: Use
        /// The logarithm of the scale, in steps.
        var step: Int
        /// Whether the axes of the outline's plane are those of the pixels.
        var isUpright: Bool
    }

    private struct State {
        /// The copies; nil where the outline itself is hardly longer.
        var copies: [Key: Copy?] = [:]
        var byteCount = 0

        /// The largest copy; nil if none takes memory.
        var largest: Key? {
            var found: (key: Key, byteCount: Int)?
            for (key, copy) in copies {
                guard let byteCount = copy?.byteCount, byteCount > found?.byteCount ?? 0 else { continue }
                found = (key, byteCount)
            }
            return found?.key
        }
    }

    /// An outline to draw in place of a longer one.
    enum Copy {
        case outline(Path)
        /// The ink of a stroke, to be filled.
        case ink(Path)
        /// The ink of a stroke along an axis, for transforms without rotation and skew.
        case spans(InkSpans)

        /// The approximate memory in bytes.
        var byteCount: Int {
            switch self {
            case .outline(let path), .ink(let path): path.ownByteCount
            case .spans(let spans): spans.byteCount
            }
        }

        /// The outline to fill or stroke as the original; nil if it is something else.
        var outline: Path? { if case .outline(let path) = self { path } else { nil } }

        /// Returns whether the copy is worth its memory. The edges of ink are half as many as those of a stroke, and
        /// need no sorting.
        fileprivate func isShorter(than path: Path) -> Bool {
            switch self {
            case .outline(let copy): copy.verbs.count * 2 <= path.verbs.count
            case .ink, .spans: byteCount <= path.ownByteCount
            }
        }
    }

    private let state = Lock(State())

    /// Returns the copy of an outline for a transform; nil to draw the outline itself.
    ///
    /// - Complexity: O(n) for the first call of a step; other callers wait for it. O(1) afterwards.
    func copy(of path: Path, for use: Use, _ transform: CGAffineTransform) -> Copy? {
        let scale = transform.largestScale
        let extent = (path.bounds.width + path.bounds.height) * scale
        guard scale > 0, extent < Self.largestStep * Double(path.verbs.count) else { return nil }
        let maxBytes = path.ownByteCount
        // Rounded up: never thinner than the scale allows.
        let step = (Self.stepsPerOctave * log2(scale)).rounded(.up)
        guard abs(step) < 1e4 else { return nil }
        let key = Key(use: use, step: Int(step), isUpright: transform.b == 0 && transform.c == 0)
        let pixel = exp2(-step / Self.stepsPerOctave)
        return state.withLock { state -> Copy? in
            if let known = state.copies[key] { return known }
            let made = Self.thinned(path, for: key, pixel: pixel).flatMap { $0.isShorter(than: path) ? $0 : nil }
            let bytes = made?.byteCount ?? 0
            while state.byteCount + bytes > maxBytes, let largest = state.largest {
                state.byteCount -= state.copies[largest]??.byteCount ?? 0
                state.copies[largest] = nil
            }
            if state.copies.count >= Self.maxCopies { state = State() }
            state.copies[key] = .some(made)
            state.byteCount += bytes
            return made
        }
    }

    /// The maximum number of copies: more than a drawing has levels.
    private static let maxCopies = 128

    /// The pixels for each segment beyond which nothing can be left out.
    private static let largestStep = 4.0

    private static func thinned(_ path: Path, for key: Key, pixel: Double) -> Copy? {
        switch key.use {
        case .fill(let rule): return .outline(OutlineThinning(pixel: pixel, rule: rule).thinned(path))
        case .stroke(let width, let cap, let join, let miterLimit):
            if key.isUpright,
                let spans = InkSpans(
                    path, width: width, cap: cap, join: join, miterLimit: miterLimit, pixel: pixel)
            {
                return .spans(spans)
            }
            switch StrokeThinning(width: width, cap: cap, join: join, pixel: pixel).thinned(path) {
            case .line(let line): return .outline(line)
            case .ink(let ink): return .ink(ink)
            case nil: return nil
            }
        }
    }
}

extension CGAffineTransform {
    /// The growth of the lengths that grow most: the larger singular value.
    var largestScale: Double {
        let (p, q) = (a * a + b * b, c * c + d * d)
        let mixed = a * c + b * d
        let spread = ((p - q) * (p - q) / 4 + mixed * mixed).squareRoot()
        return ((p + q) / 2 + spread).squareRoot()
    }
}

import Foundation
public import TileDrawing

extension UISlider {
    /// The look of a slider.
    public enum Style: Int, Hashable, Sendable {
        /// A track with a thumb, which a finger drags.
        case `default` = 0
        /// A thicker track without a thumb. A finger drags the value from anywhere on the slider.
        case thumbless = 1
    }

    /// Ticks along the track, the values that can be chosen, and the value from which the fill starts.
    ///
    /// Positions and values are fractions of the track: 0 is `minimumValue` and 1 is `maximumValue`. Numbers outside
    /// 0...1 are clamped, and ticks whose position is NaN have no effect.
    public struct TrackConfiguration: Hashable {
        /// A position marked with a dot below the track.
        public struct Tick: Hashable {
            public let position: Float
            /// The accessibility value of the slider at this tick. It is not drawn.
            public var title: String?
            /// A stored value without effect.
            public var image: UIImage?

            public init(position: Float, title: String? = nil, image: UIImage? = nil) {
                (self.position, self.title, self.image) = (position, title, image)
            }
        }

        /// A Boolean value that indicates whether the value is always that of a tick. It has no effect without ticks in
        /// the enabled range.
        public var allowsTickValuesOnly: Bool
        /// The end of the fill opposite the value.
        public var neutralValue: Float
        /// The part of the track that values can have.
        public var enabledRange: ClosedRange<Float>
        public let ticks: [Tick]

        public init(
            allowsTickValuesOnly: Bool = true, neutralValue: Float = 0, enabledRange: ClosedRange<Float> = 0...1,
            ticks: [Tick]
        ) {
            (self.allowsTickValuesOnly, self.neutralValue) = (allowsTickValuesOnly, neutralValue)
            (self.enabledRange, self.ticks) = (enabledRange, ticks)
        }

        /// Creates a configuration with ticks at equal distances, the first and the last at the ends of the track.
        public init(
            allowsTickValuesOnly: Bool = true, neutralValue: Float = 0, enabledRange: ClosedRange<Float> = 0...1,
            numberOfTicks: Int
        ) {
            let last = Float(max(2, numberOfTicks) - 1)
            self.init(
                allowsTickValuesOnly: allowsTickValuesOnly, neutralValue: neutralValue, enabledRange: enabledRange,
                ticks: (0..<max(0, numberOfTicks)).map { Tick(position: Float($0) / last) })
        }

        // MARK: Values

        /// The enabled range within the track.
        var limits: ClosedRange<Float> { Self.onTrack(enabledRange.lowerBound)...Self.onTrack(enabledRange.upperBound) }

        var neutral: Float { Self.onTrack(neutralValue) }

        /// The ticks' positions on the track, in ascending order.
        var positions: [Float] { ticks.map(\.position).filter { !$0.isNaN }.map(Self.onTrack).sorted() }

        /// The positions that are the only possible ones, in ascending order; empty if others are possible.
        var stops: [Float] { allowsTickValuesOnly ? positions.filter(limits.contains) : [] }

        /// Returns the possible position that is nearest to a position.
        func allowed(_ position: Float) -> Float {
            let inside = min(limits.upperBound, max(limits.lowerBound, position))
            return stops.min { abs($0 - inside) < abs($1 - inside) } ?? inside
        }

        /// Returns the possible position of a step upward or downward: the next stop, or a tenth of the track.
        func step(from position: Float, by direction: Float) -> Float {
            let stops = stops
            guard !stops.isEmpty else { return allowed(position + direction / 10) }
            let near: Float = 1e-5
            return direction > 0
                ? stops.first { $0 > position + near } ?? stops[stops.count - 1]
                : stops.last { $0 < position - near } ?? stops[0]
        }

        /// Returns the tick at a position.
        func tick(at position: Float) -> Tick? {
            ticks.first { !$0.position.isNaN && abs(Self.onTrack($0.position) - position) < 1e-5 }
        }

        private static func onTrack(_ value: Float) -> Float { value.isNaN ? 0 : min(1, max(0, value)) }
    }
}

/// The dots of a slider's ticks. Ticks outside the enabled range are fainter.
final class SliderTicks: UIView, ViewPart {
    static let side: CGFloat = 4
    /// The distance from the track to the dots.
    static let gap: CGFloat = 4

    private var dots: [Dot] = []

    struct Dot: Equatable {
        var x: CGFloat
        var isEnabled: Bool
    }

    override init(frame: CGRect) {
        super.init(frame: frame)
        isOpaque = false
        isUserInteractionEnabled = false
        contentMode = .redraw
    }

    required init?(coder: NSCoder) { nil }

    /// Shows dots at x-coordinates of their centers.
    func show(_ dots: [Dot]) {
        guard dots != self.dots else { return }
        self.dots = dots
        setNeedsDisplay()
    }

    override func draw(_ rect: CGRect) {
        for dot in dots {
            (dot.isEnabled ? UIColor.secondaryLabel : .quaternaryLabel).setFill()
            UIBezierPath(ovalIn: CGRect(x: dot.x - Self.side / 2, y: 0, width: Self.side, height: Self.side)).fill()
        }
    }
}

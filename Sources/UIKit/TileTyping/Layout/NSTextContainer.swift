public import Foundation
public import TileDrawing

/// A rectangle that text flows into, around shapes in it.
///
/// A subclass has text flow into another shape: it says in `isSimpleRectangularTextContainer` that it is none, and in
/// `lineFragmentRect(forProposedRect:at:writingDirection:remaining:)` what room a line has. When that changes it tells
/// the layout manager by `textContainerChangedGeometry(_:)`.
open class NSTextContainer: NSObject {
    /// UIKit's: space at both ends of each line, in points.
    static let initialPadding: CGFloat = 5

    public init(size: CGSize) { self.size = size }

    public convenience override init() { self.init(size: .zero) }

    public required init?(coder: NSCoder) {
        size = coder.archivedSize(Self.sizeKey) ?? .zero
        super.init()
        if let padding = coder.archivedLength(Self.paddingKey) { lineFragmentPadding = padding }
    }

    open func encode(with coder: NSCoder) {
        coder.archive(size, forKey: Self.sizeKey)
        coder.encode(Double(lineFragmentPadding), forKey: Self.paddingKey)
    }

    private static let sizeKey = "NSSize"
    private static let paddingKey = "NSLineFragmentPadding"

    open internal(set) weak var layoutManager: NSLayoutManager?

    /// In points; a side that is 0, or no number, is no limit.
    open var size: CGSize { didSet { if size != oldValue { note() } } }
    open var lineFragmentPadding: CGFloat = NSTextContainer.initialPadding { didSet { note() } }
    /// What becomes of the last line, where the number of lines is limited.
    open var lineBreakMode = NSLineBreakMode.byWordWrapping { didSet { note() } }
    /// 0 for no limit.
    open var maximumNumberOfLines = 0 { didSet { note() } }
    /// What text flows around, in the container's points, y down. Lines are parted where a path crosses them, each part
    /// with the padding at both its ends; open paths are closed. To change a path, set it again.
    open var exclusionPaths: [UIBezierPath] = [] {
        didSet {
            exclusion = ExclusionShape(exclusionPaths)
            note()
        }
    }
    private(set) final var exclusion = ExclusionShape()
    /// Goes up when a shape that only a subclass knows has changed.
    private final var version = 0
    open var widthTracksTextView = false
    open var heightTracksTextView = false

    /// Whether all lines have the container's width: unless there are exclusion paths.
    open var isSimpleRectangularTextContainer: Bool { exclusion.isEmpty }

    /// The first part of a rect that a line may have, in the writing direction; empty where there is none.
    ///
    /// - Parameters:
    ///   - proposedRect: where a line would be, as high as it.
    ///   - characterIndex: of the line's first character.
    ///   - remainingRect: is set to what of the rect lies behind that part; empty for nothing.
    open func lineFragmentRect(
        forProposedRect proposedRect: CGRect, at characterIndex: Int,
        writingDirection baseWritingDirection: NSWritingDirection,
        remaining remainingRect: UnsafeMutablePointer<CGRect>?
    ) -> CGRect {
        remainingRect?.pointee = .zero
        let shape = shape
        let rect = proposedRect.intersection(CGRect(x: 0, y: 0, width: shape.width, height: shape.height))
        guard !rect.isNull, !exclusion.isEmpty else { return rect.isNull ? .zero : rect }
        func part(_ from: CGFloat, _ to: CGFloat) -> CGRect {
            CGRect(x: from, y: rect.minY, width: max(0, to - from), height: rect.height)
        }
        let taken = exclusion.taken(from: rect.minY, to: rect.maxY)
        // What has no room for more than its padding is none.
        func isRoom(_ from: CGFloat, _ to: CGFloat) -> Bool { to - from > 2 * shape.padding + 0.01 }
        if baseWritingDirection == .rightToLeft {
            var end = rect.maxX
            for span in taken.reversed() where span.lowerBound < end && span.upperBound > rect.minX {
                if isRoom(span.upperBound, end) {
                    remainingRect?.pointee = part(rect.minX, span.lowerBound)
                    return part(span.upperBound, end)
                }
                end = span.lowerBound
            }
            return isRoom(rect.minX, end) ? part(rect.minX, end) : .zero
        }
        var start = rect.minX
        for span in taken where span.upperBound > start && span.lowerBound < rect.maxX {
            if isRoom(start, span.lowerBound) {
                remainingRect?.pointee = part(span.upperBound, rect.maxX)
                return part(start, span.lowerBound)
            }
            start = span.upperBound
        }
        return isRoom(start, rect.maxX) ? part(start, rect.maxX) : .zero
    }

    /// The parts of a band that lines may have, in the writing direction.
    final func lineFragments(
        top: CGFloat, height: CGFloat, at place: Int, isRightToLeft: Bool
    ) -> [CGRect] {
        var rest = CGRect(x: 0, y: top, width: shape.width, height: height)
        var found: [CGRect] = []
        // Each takes some of it; a subclass that gives the same without end is left there.
        for _ in 0..<Self.mostFragments where rest.width > 0 {
            var remaining = CGRect.zero
            let rect = lineFragmentRect(
                forProposedRect: rest, at: place, writingDirection: isRightToLeft ? .rightToLeft : .leftToRight,
                remaining: &remaining)
            if rect.width > 0, rect.minX.isFinite, !rect.width.isNaN { found.append(rect) }
            guard remaining.width > 0, remaining != rest else { break }
            rest = remaining
        }
        return found
    }

    /// Of one line.
    private static let mostFragments = 100

    /// The same container with another width: to measure text with.
    final func resized(toWidth width: CGFloat) -> NSTextContainer {
        guard type(of: self) == NSTextContainer.self else { return self }
        let made = NSTextContainer(size: CGSize(width: width, height: size.height))
        (made.lineFragmentPadding, made.exclusion) = (lineFragmentPadding, exclusion)
        return made
    }

    /// A subclass says that its shape is another.
    final func noteShape() { version += isSimpleRectangularTextContainer || !exclusion.isEmpty ? 0 : 1 }

    private func note() { layoutManager?.textContainerChangedGeometry(self) }

    var shape: FlowShape {
        func limit(_ length: CGFloat) -> CGFloat { length > 0 && length < 1e6 ? length : .infinity }
        return FlowShape(
            width: limit(size.width), height: limit(size.height),
            padding: lineFragmentPadding.isFinite ? max(0, lineFragmentPadding) : 0,
            lineLimit: max(0, maximumNumberOfLines), lineBreakMode: lineBreakMode,
            isRectangular: isSimpleRectangularTextContainer, exclusion: exclusion, version: version)
    }
}

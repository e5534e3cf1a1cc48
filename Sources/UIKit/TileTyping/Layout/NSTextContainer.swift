public import Foundation
public import TileDrawing

/// A rectangle that text flows into, around shapes in it.
///
/// Subclasses can define other shapes. They return false from `isSimpleRectangularTextContainer`, return each line's
/// area from `lineFragmentRect(forProposedRect:at:writingDirection:remaining:)`, and inform the layout manager of
/// changes with `textContainerChangedGeometry(_:)`.
open class NSTextContainer: NSObject {
    /// The default padding at both ends of each line in points, the same as in UIKit.
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

    /// The size in points. A dimension of 0, or one that isn't a number, means no limit.
    open var size: CGSize { didSet { if size != oldValue { note() } } }
    open var lineFragmentPadding: CGFloat = NSTextContainer.initialPadding { didSet { note() } }
    /// The line break mode of the last line if the number of lines is limited.
    open var lineBreakMode = NSLineBreakMode.byWordWrapping { didSet { note() } }
    /// The maximum number of lines; 0 for no limit.
    open var maximumNumberOfLines = 0 { didSet { note() } }
    /// The paths that text flows around, in the container's points, y down. A line is split where a path crosses it,
    /// and each part has padding at both ends. Open paths are closed. To change a path, set it again.
    open var exclusionPaths: [UIBezierPath] = [] {
        didSet {
            exclusion = ExclusionShape(exclusionPaths)
            note()
        }
    }
    private(set) final var exclusion = ExclusionShape()
    /// A counter that increases when a subclass's shape has changed.
    private final var version = 0
    open var widthTracksTextView = false
    open var heightTracksTextView = false

    /// Whether all lines have the container's width. True unless there are exclusion paths.
    open var isSimpleRectangularTextContainer: Bool { exclusion.isEmpty }

    /// Returns the first part of a rectangle that is available to a line, in the writing direction; empty if there is
    /// none.
    ///
    /// - Parameters:
    ///   - proposedRect: the rectangle of the line, with its height.
    ///   - characterIndex: the index of the line's first character.
    ///   - remainingRect: receives the rest of the rectangle past that part; empty if there is none.
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
        // Parts that only fit the padding are unusable.
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

    /// Returns the parts of a band that are available to lines, in the writing direction.
    final func lineFragments(
        top: CGFloat, height: CGFloat, at place: Int, isRightToLeft: Bool
    ) -> [CGRect] {
        var rest = CGRect(x: 0, y: top, width: shape.width, height: height)
        var found: [CGRect] = []
        // Each part reduces the rest. The limit stops subclasses that never end.
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

    /// The maximum number of fragments of a line.
    private static let mostFragments = 100

    /// Returns the container with another width, for measuring text.
    final func resized(toWidth width: CGFloat) -> NSTextContainer {
        guard type(of: self) == NSTextContainer.self else { return self }
        let made = NSTextContainer(size: CGSize(width: width, height: size.height))
        (made.lineFragmentPadding, made.exclusion) = (lineFragmentPadding, exclusion)
        return made
    }

    /// Records that a subclass's shape has changed.
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

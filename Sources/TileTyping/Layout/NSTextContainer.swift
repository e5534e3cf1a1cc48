public import Foundation
public import TileDrawing

/// A rectangle that text flows into.
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
    /// Kept: lines here are as wide as the container, whatever shapes lie in it.
    open var exclusionPaths: [UIBezierPath] = []
    open var widthTracksTextView = false
    open var heightTracksTextView = false

    open var isSimpleRectangularTextContainer: Bool { true }

    /// The room for a line: what the container has of it.
    open func lineFragmentRect(
        forProposedRect proposedRect: CGRect, at characterIndex: Int,
        writingDirection baseWritingDirection: NSWritingDirection,
        remaining remainingRect: UnsafeMutablePointer<CGRect>?
    ) -> CGRect {
        remainingRect?.pointee = .zero
        let shape = shape
        return proposedRect.intersection(CGRect(x: 0, y: 0, width: shape.width, height: shape.height))
    }

    private func note() { layoutManager?.textContainerChangedGeometry(self) }

    var shape: FlowShape {
        func limit(_ length: CGFloat) -> CGFloat { length > 0 && length < 1e6 ? length : .infinity }
        return FlowShape(
            width: limit(size.width), height: limit(size.height),
            padding: lineFragmentPadding.isFinite ? max(0, lineFragmentPadding) : 0,
            lineLimit: max(0, maximumNumberOfLines), lineBreakMode: lineBreakMode)
    }
}

import Foundation
import TileDrawing
import TileGraphics

/// A segment of a segmented control, with a title or an image.
final class SegmentView: UIView {
    let backdrop = UIImageView()
    let label = UILabel()
    let picture = UIImageView()

    var action: UIAction?
    var isEnabled = true
    /// The width in points; 0 for a width that the control determines.
    var width: CGFloat = 0
    /// The offset of the content from the center, in points.
    var contentOffset = CGSize.zero

    init() {
        super.init(frame: .zero)
        isUserInteractionEnabled = false
        isAccessibilityElement = true
        picture.contentMode = .center
        for view in [backdrop, label, picture] { addSubview(view) }
    }

    required init?(coder: NSCoder) { nil }

    var title: String? {
        didSet { if title != nil { image = nil } }
    }

    var image: UIImage? {
        didSet { if image != nil { title = nil } }
    }

    /// The label that the program set, or else the title of the segment or its action.
    override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? title ?? action?.title }
        set { super.accessibilityLabel = newValue }
    }

    /// Returns the size of the image, or the maximum size of the title in several styles.
    func contentSize(_ looks: [[NSAttributedString.Key: Any]]) -> CGSize {
        if let image { return image.size }
        guard let title else { return .zero }
        return looks.reduce(into: CGSize.zero) { size, attributes in
            let own = NSAttributedString(string: title, attributes: attributes).size()
            size = CGSize(width: max(size.width, own.width), height: max(size.height, own.height))
        }
    }

    func show(_ attributes: [NSAttributedString.Key: Any], background: UIImage?) {
        backdrop.image = background
        picture.image = image
        picture.tintColor = attributes[.foregroundColor] as? UIColor
        label.attributedText = title.map { NSAttributedString(string: $0, attributes: attributes) }
        // Set again, because a new attributed text resets the alignment.
        label.textAlignment = .center
    }

    /// Lays out the parts of the segment.
    ///
    /// - Parameter adjustment: An offset of the content in addition to `contentOffset`.
    func layOut(adjustment: UIOffset) {
        backdrop.frame = bounds
        let place = bounds.offsetBy(
            dx: contentOffset.width + adjustment.horizontal, dy: contentOffset.height + adjustment.vertical)
        label.frame = place
        picture.frame = place
    }
}

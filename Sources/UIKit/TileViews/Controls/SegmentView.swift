import Foundation
import TileDrawing
import TileGraphics

/// One segment of a segmented control: a title or an image.
final class SegmentView: UIView {
    let backdrop = UIImageView()
    let label = UILabel()
    let picture = UIImageView()

    var action: UIAction?
    var isEnabled = true
    /// In points; 0 for as wide as the control has it.
    var width: CGFloat = 0
    /// From the middle, in points.
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

    /// What it is for those who do not see it, unless the program said so.
    override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? title ?? action?.title }
        set { super.accessibilityLabel = newValue }
    }

    /// How large its title, in one of several looks, or its image is.
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
        // Of the text that it has: another text brings its own.
        label.textAlignment = .center
    }

    /// - Parameter adjustment: of the content, besides its own offset.
    func layOut(adjustment: UIOffset) {
        backdrop.frame = bounds
        let place = bounds.offsetBy(
            dx: contentOffset.width + adjustment.horizontal, dy: contentOffset.height + adjustment.vertical)
        label.frame = place
        picture.frame = place
    }
}

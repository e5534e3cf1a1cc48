public import Foundation
import TileDrawing
import TileGeometry
public import TileViews

/// A view that shows a `UIListContentConfiguration`.
open class UIListContentView: UIView, UIContentView {
    private var shown: UIListContentConfiguration
    private let picture = UIImageView()
    private let label = UILabel()
    private let secondary = UILabel()
    private lazy var guides = (image: UILayoutGuide(), text: UILayoutGuide(), secondary: UILayoutGuide())
    private var hasGuides = false
    private var places = [NSLayoutConstraint]()
    private var guideFrames: [CGRect] = []
    /// The result of the last layout.
    private var arrangement = ListContentArrangement()

    public init(configuration: UIListContentConfiguration) {
        shown = configuration
        super.init(frame: .zero)
        for view in [picture, label, secondary] { addSubview(view) }
        picture.contentMode = .scaleAspectFit
        insetsLayoutMarginsFromSafeArea = false
        show()
    }

    /// Creates a view with an empty configuration, because archives don't contain one.
    public required init?(coder: NSCoder) {
        shown = .cell()
        super.init(coder: coder)
        for view in [picture, label, secondary] { addSubview(view) }
        show()
    }

    /// The configuration of the content. Types other than `UIListContentConfiguration` are ignored.
    open var configuration: any UIContentConfiguration {
        get { shown }
        set {
            guard let new = newValue as? UIListContentConfiguration, new != shown else { return }
            shown = new
            show()
        }
    }

    /// The frame of the image; nil without one.
    open var imageLayoutGuide: UILayoutGuide? { picture.image == nil ? nil : placedGuides.image }
    /// The frame of the text; nil without one.
    open var textLayoutGuide: UILayoutGuide? { label.isHidden ? nil : placedGuides.text }
    /// The frame of the secondary text; nil without one.
    open var secondaryTextLayoutGuide: UILayoutGuide? { secondary.isHidden ? nil : placedGuides.secondary }

    private func show() {
        let look = shown
        preservesSuperviewLayoutMargins = look.axesPreservingSuperviewLayoutMargins != []
        directionalLayoutMargins = look.directionalLayoutMargins
        picture.preferredSymbolConfiguration = look.imageProperties.preferredSymbolConfiguration
        picture.image = look.image
        picture.tintColor = look.imageProperties.resolvedTintColor(for: tintColor)
        picture.layer.cornerRadius = look.imageProperties.cornerRadius
        picture.clipsToBounds = look.imageProperties.cornerRadius > 0
        picture.isHidden = look.image == nil
        show(look.text, look.attributedText, look: look.textProperties, in: label)
        show(look.secondaryText, look.secondaryAttributedText, look: look.secondaryTextProperties, in: secondary)
        if alpha != look.alpha { alpha = look.alpha }
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    private func show(
        _ text: String?, _ attributed: NSAttributedString?, look: UIListContentConfiguration.TextProperties,
        in label: UILabel
    ) {
        label.font = look.font
        label.textColor = look.resolvedColor()
        label.numberOfLines = look.numberOfLines
        label.lineBreakMode = look.lineBreakMode
        label.adjustsFontSizeToFitWidth = look.adjustsFontSizeToFitWidth
        label.minimumScaleFactor = look.minimumScaleFactor
        label.allowsDefaultTighteningForTruncation = look.allowsDefaultTighteningForTruncation
        label.adjustsFontForContentSizeCategory = look.adjustsFontForContentSizeCategory
        switch look.alignment {
        case .natural: label.textAlignment = .natural
        case .center: label.textAlignment = .center
        case .justified: label.textAlignment = .justified
        }
        if let attributed { label.attributedText = attributed } else { label.text = text.map(look.transformed) }
        label.isHidden = label.text?.isEmpty ?? true
    }

    // MARK: Layout

    /// The distance of the text from the leading edge.
    var textStart: CGFloat {
        directionalLayoutMargins.leading
            + (arrangement.image.map { $0.width + shown.imageToTextPadding } ?? 0)
    }

    /// The margins of the content. Those above and below it depend neither on the place of a cell in the safe area nor
    /// on the height that a reused cell had before.
    private var contentMargins: NSDirectionalEdgeInsets {
        var margins = directionalLayoutMargins
        guard preservesSuperviewLayoutMargins, let cell = superview,
            cell is UITableViewCell || cell is UITableViewHeaderFooterView || cell is UICollectionReusableView
        else { return margins }
        let (own, outer) = (shown.directionalLayoutMargins, cell.layoutMargins)
        let safe = cell.insetsLayoutMarginsFromSafeArea ? cell.safeAreaInsets : .zero
        margins.top = max(own.top, outer.top - safe.top)
        margins.bottom = max(own.bottom, outer.bottom - safe.bottom)
        return margins
    }

    private func arrange(width: CGFloat) -> ListContentArrangement {
        ListContentArrangement(
            shown, margins: contentMargins, width: width, label: label.isHidden ? nil : label,
            secondary: secondary.isHidden ? nil : secondary)
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        arrangement = arrange(width: bounds.width)
        let isRightToLeft = effectiveUserInterfaceLayoutDirection == .rightToLeft
        // Additional height is divided equally above and below the content.
        let rise = ((bounds.height - arrangement.height) / 2).rounded(.down)
        func setFrame(of view: UIView, to rect: CGRect?) {
            guard let rect else { return }
            let frame = CGRect(
                x: isRightToLeft ? bounds.width - rect.maxX : rect.minX, y: rect.minY + rise, width: rect.width,
                height: rect.height)
            if view.frame != frame { view.frame = frame }
        }
        setFrame(of: picture, to: arrangement.image)
        setFrame(of: label, to: arrangement.text)
        setFrame(of: secondary, to: arrangement.secondary)
        if arrangement.isSideBySide, shown.secondaryTextProperties.alignment == .natural {
            secondary.textAlignment = isRightToLeft ? .left : .right
        }
        if hasGuides { placeGuides() }
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: size.width, height: arrange(width: size.width).height)
    }

    open override func systemLayoutSizeFitting(
        _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
        verticalFittingPriority: UILayoutPriority
    ) -> CGSize { sizeThatFits(targetSize) }

    open override var intrinsicContentSize: CGSize {
        CGSize(
            width: UIView.noIntrinsicMetric,
            height: bounds.width > 0 ? arrange(width: bounds.width).height : UIView.noIntrinsicMetric)
    }

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        picture.tintColor = shown.imageProperties.resolvedTintColor(for: tintColor)
    }

    open override func layoutMarginsDidChange() {
        super.layoutMarginsDidChange()
        setNeedsLayout()
    }

    // MARK: Guides

    private var placedGuides: (image: UILayoutGuide, text: UILayoutGuide, secondary: UILayoutGuide) {
        if !hasGuides {
            hasGuides = true
            for guide in [guides.image, guides.text, guides.secondary] { addLayoutGuide(guide) }
            placeGuides()
        }
        return guides
    }

    private func placeGuides() {
        // Changed constraints trigger a layout, so they are replaced only if something has moved.
        let frames = [picture, label, secondary].map(\.frame)
        guard frames != guideFrames else { return }
        guideFrames = frames
        NSLayoutConstraint.deactivate(places)
        places = [(guides.image, picture), (guides.text, label), (guides.secondary, secondary)].flatMap { guide, view in
            [
                guide.leftAnchor.constraint(equalTo: leftAnchor, constant: view.frame.minX),
                guide.topAnchor.constraint(equalTo: topAnchor, constant: view.frame.minY),
                guide.widthAnchor.constraint(equalToConstant: view.frame.width),
                guide.heightAnchor.constraint(equalToConstant: view.frame.height),
            ]
        }
        NSLayoutConstraint.activate(places)
    }
}

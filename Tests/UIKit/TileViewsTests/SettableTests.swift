import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers

@testable import TileViews

/// Properties that can be set in UIKit can be set here. The list of members that scripts/api-coverage compares does not
/// state this for each, so these are the ones that programs set most. Half of the test is that they compile as writable
/// key paths.
@Suite("Properties that UIKit lets a program set")
struct SettableTests {
    private func expect<Root: AnyObject, Value: Equatable>(
        _ object: Root, _ path: ReferenceWritableKeyPath<Root, Value>, takes value: Value,
        at location: SourceLocation = #_sourceLocation
    ) {
        #expect(object[keyPath: path] != value, "it has the value already", sourceLocation: location)
        object[keyPath: path] = value
        #expect(object[keyPath: path] == value, sourceLocation: location)
    }

    private let rect = CGRect(x: 1, y: 2, width: 30, height: 40)

    @Test("of a view")
    func view() {
        let view = UIView()
        expect(view, \.frame, takes: rect)
        expect(view, \.bounds, takes: CGRect(x: 5, y: 5, width: 10, height: 10))
        expect(view, \.center, takes: CGPoint(x: 7, y: 8))
        expect(view, \.transform, takes: CGAffineTransform(rotationAngle: 1))
        expect(view, \.alpha, takes: 0.5)
        expect(view, \.isHidden, takes: true)
        expect(view, \.isOpaque, takes: false)
        expect(view, \.clipsToBounds, takes: true)
        expect(view, \.clearsContextBeforeDrawing, takes: false)
        expect(view, \.backgroundColor, takes: .red)
        expect(view, \.tintColor, takes: .red)
        expect(view, \.tintAdjustmentMode, takes: .dimmed)
        expect(view, \.contentMode, takes: .center)
        expect(view, \.contentScaleFactor, takes: 3)
        expect(view, \.mask, takes: UIView())
        expect(view, \.tag, takes: 7)
        expect(view, \.autoresizingMask, takes: .flexibleWidth)
        expect(view, \.autoresizesSubviews, takes: false)
        expect(view, \.isUserInteractionEnabled, takes: false)
        expect(view, \.isMultipleTouchEnabled, takes: true)
        expect(view, \.isExclusiveTouch, takes: true)
        expect(view, \.layoutMargins, takes: UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
        expect(view, \.directionalLayoutMargins.top, takes: 9)
        expect(view, \.preservesSuperviewLayoutMargins, takes: true)
        expect(view, \.insetsLayoutMarginsFromSafeArea, takes: false)
        expect(view, \.semanticContentAttribute, takes: .forceRightToLeft)
        expect(view, \.overrideUserInterfaceStyle, takes: .dark)
        expect(view, \.accessibilityIdentifier, takes: "view")
        expect(view, \.restorationIdentifier, takes: "view")
    }

    @Test("of a layer")
    func layer() {
        let layer = CALayer()
        expect(layer, \.frame, takes: rect)
        expect(layer, \.bounds, takes: CGRect(x: 5, y: 5, width: 10, height: 10))
        expect(layer, \.position, takes: CGPoint(x: 7, y: 8))
        expect(layer, \.anchorPoint, takes: .zero)
        expect(layer, \.anchorPointZ, takes: 3)
        expect(layer, \.zPosition, takes: 2)
        expect(layer, \.opacity, takes: 0.5)
        expect(layer, \.isHidden, takes: true)
        expect(layer, \.masksToBounds, takes: true)
        expect(layer, \.cornerRadius, takes: 4)
        expect(layer, \.maskedCorners, takes: .layerMinXMinYCorner)
        expect(layer, \.cornerCurve, takes: .continuous)
        expect(layer, \.borderWidth, takes: 2)
        expect(layer, \.borderColor, takes: CGColor(gray: 0.5, alpha: 1))
        expect(layer, \.backgroundColor, takes: CGColor(gray: 0.5, alpha: 1))
        expect(layer, \.shadowOpacity, takes: 0.5)
        expect(layer, \.shadowRadius, takes: 5)
        expect(layer, \.shadowOffset, takes: CGSize(width: 1, height: 1))
        expect(layer, \.shadowPath, takes: CGPath(rect: rect, transform: nil))
        expect(layer, \.contentsGravity, takes: .center)
        expect(layer, \.contentsScale, takes: 2)
        expect(layer, \.contentsRect, takes: CGRect(x: 0, y: 0, width: 0.5, height: 1))
        expect(layer, \.contentsCenter, takes: CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5))
        expect(layer, \.shouldRasterize, takes: true)
        expect(layer, \.rasterizationScale, takes: 2)
        expect(layer, \.needsDisplayOnBoundsChange, takes: true)
        expect(layer, \.isDoubleSided, takes: false)
        expect(layer, \.name, takes: "layer")
        expect(layer, \.mask, takes: CALayer())
    }

    @Test("of a label, an image view, a control, a button and a window")
    func others() {
        let label = UILabel()
        expect(label, \.text, takes: "text")
        expect(label, \.font, takes: .systemFont(ofSize: 9))
        expect(label, \.textColor, takes: .red)
        expect(label, \.textAlignment, takes: .center)
        expect(label, \.lineBreakMode, takes: .byClipping)
        expect(label, \.numberOfLines, takes: 3)
        expect(label, \.minimumScaleFactor, takes: 0.5)
        expect(label, \.adjustsFontSizeToFitWidth, takes: true)
        expect(label, \.preferredMaxLayoutWidth, takes: 30)
        // The property returns with the attributes of the label.
        label.attributedText = NSAttributedString(string: "other")
        #expect(label.attributedText?.string == "other")
        let picture = UIImageView()
        expect(picture, \.image, takes: UIImage())
        expect(picture, \.highlightedImage, takes: UIImage())
        expect(picture, \.isHighlighted, takes: true)
        expect(picture, \.animationDuration, takes: 3)
        let button = UIButton()
        expect(button, \.isEnabled, takes: false)
        expect(button, \.isSelected, takes: true)
        expect(button, \.isHighlighted, takes: true)
        expect(button, \.contentHorizontalAlignment, takes: .left)
        expect(button, \.contentVerticalAlignment, takes: .top)
        expect(button, \.contentEdgeInsets.top, takes: 4)
        expect(button, \.configuration, takes: .filled())
        let window = UIWindow(screen: UIScreen(size: CGSize(width: 10, height: 10)))
        expect(window, \.windowLevel, takes: .alert)
        expect(window, \.screen, takes: UIScreen(size: CGSize(width: 20, height: 20)))
        expect(window, \.isHidden, takes: false)
    }
}

#if canImport(UIKit)
    import UIKit
    import UIKit.UIGestureRecognizerSubclass
#endif

/// View code as written for iOS, without any of this package's own names.
class Badge: UIView {
    // nonisolated(unsafe): only its address counts. In Swift 5, as strangers write, it says nothing.
    nonisolated(unsafe) static var key: UInt8 = 0

    var note: String? {
        get { objc_getAssociatedObject(self, &Badge.key) as? String }
        set { objc_setAssociatedObject(self, &Badge.key, newValue, .OBJC_ASSOCIATION_RETAIN_NONATOMIC) }
    }

    private let label = UILabel()
    private(set) var wokeUp = false

    override init(frame: CGRect) {
        super.init(frame: frame)
        setUp()
    }

    required init?(coder aDecoder: NSCoder) {
        super.init(coder: aDecoder)
        setUp()
    }

    private func setUp() {
        label.font = UIFont()
        addSubview(label)
        isAccessibilityElement = true
        accessibilityTraits = [.button, .selected]
    }

    override func awakeFromNib() {
        super.awakeFromNib()
        wokeUp = true
    }

    override func prepareForInterfaceBuilder() { label.text = "7" }

    override var accessibilityLabel: String? {
        get { label.text }
        set { label.text = newValue }
    }

    override class var layerClass: AnyClass { BadgeLayer.self }

    override func draw(_ rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        let colors = [UIColor.red.cgColor, UIColor.blue.cgColor] as CFArray
        let locations: [CGFloat] = [0, 1]
        guard
            let gradient = CGGradient(
                colorsSpace: CGColorSpaceCreateDeviceRGB(), colors: colors, locations: locations)
        else { return }
        context.drawLinearGradient(gradient, start: .zero, end: CGPoint(x: bounds.maxX, y: 0), options: [])
    }

    static func make<View: UIView>(_ type: View.Type, in rect: CGRect) -> View { type.init(frame: rect) }
}

/// A layer class like those of other programs: it doesn't declare that it can be created through its class.
class BadgeLayer: CALayer {
    var inset: CGFloat = 2

    override init() {
        super.init()
        cornerRadius = 3
    }

    override init(layer: Any) { super.init(layer: layer) }

    required init?(coder: NSCoder) { super.init(coder: coder) }
}

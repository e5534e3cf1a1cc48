import Foundation
import TileControllers
import TileDrawing
import TileViews

/// The kinds of plain views, and the properties that all views share.
enum ViewKind {
    static let kinds: [NibKind] = [
        .view("view", UIView.self), .view("containerView", UIView.self),
        .view("control", UIControl.self) { configure($0, $1) },
        .view("tableViewCellContentView", UIView.self), .view("collectionViewCellContentView", UIView.self),
        .view("window", UIWindow.self) { window, reader in
            reader.pass("visibleAtLaunch", "resizesToFullScreen")
            if let controller = reader.object("rootViewController") as? UIViewController {
                window.rootViewController = controller
            }
        },
    ]

    static func configure(_ view: UIView, _ reader: ElementReader) {
        reader.pass("customClassName", "layoutMarginsFollowReadableWidth", "contentScaleFactor")
        if let frame = reader.rect("frame") { view.frame = frame }
        if let bounds = reader.rect("bounds") { view.bounds = bounds }
        if let mask = reader.part("autoresizingMask") { view.autoresizingMask = autoresizing(mask) }
        if let isOn = reader.flag("autoresizesSubviews") { view.autoresizesSubviews = isOn }
        if let stretch = reader.rect("contentStretch") { view.contentStretch = stretch }
        if let mode = reader.choice("contentMode", NibWords.contentModes) { view.contentMode = mode }
        if let tag = reader.integer("tag") { view.tag = tag }
        if let color = reader.color("backgroundColor") { view.backgroundColor = color }
        if let color = reader.color("tintColor") { view.tintColor = color }
        if let isOn = reader.flag("opaque") { view.isOpaque = isOn }
        if let alpha = reader.length("alpha") { view.alpha = min(max(alpha, 0), 1) }
        if let isOn = reader.flag("hidden") { view.isHidden = isOn }
        // Documents have an older name for the property.
        if let isOn = reader.flag("clipsSubviews") ?? reader.flag("clipsToBounds") { view.clipsToBounds = isOn }
        if let isOn = reader.flag("clearsContextBeforeDrawing") { view.clearsContextBeforeDrawing = isOn }
        if let isOn = reader.flag("userInteractionEnabled") { view.isUserInteractionEnabled = isOn }
        if let isOn = reader.flag("multipleTouchEnabled") { view.isMultipleTouchEnabled = isOn }
        if let isOn = reader.flag("exclusiveTouch") { view.isExclusiveTouch = isOn }
        if let semantics = reader.choice("semanticContentAttribute", NibWords.semantics) {
            view.semanticContentAttribute = semantics
        }
        if let style = reader.choice("userInterfaceStyle", styles) { view.overrideUserInterfaceStyle = style }
        if let text = reader.text("restorationIdentifier") { view.restorationIdentifier = text }
        configureLayout(view, reader)
        configureAccessibility(view, reader)
    }

    private static let styles: [String: UIUserInterfaceStyle] = [
        "unspecified": .unspecified, "light": .light, "dark": .dark,
    ]

    private static func configureLayout(_ view: UIView, _ reader: ElementReader) {
        // Absent values, 251 and 750, are the defaults of the classes.
        if let number = priority("horizontalHuggingPriority", reader) {
            view.setContentHuggingPriority(number, for: .horizontal)
        }
        if let number = priority("verticalHuggingPriority", reader) {
            view.setContentHuggingPriority(number, for: .vertical)
        }
        if let number = priority("horizontalCompressionResistancePriority", reader) {
            view.setContentCompressionResistancePriority(number, for: .horizontal)
        }
        if let number = priority("verticalCompressionResistancePriority", reader) {
            view.setContentCompressionResistancePriority(number, for: .vertical)
        }
        if let isOn = reader.flag("preservesSuperviewLayoutMargins") { view.preservesSuperviewLayoutMargins = isOn }
        if let isOn = reader.flag("insetsLayoutMarginsFromSafeArea") { view.insetsLayoutMarginsFromSafeArea = isOn }
        if let margins = reader.insets("layoutMargins") { view.layoutMargins = margins }
        if let margins = reader.directionalInsets("directionalLayoutMargins") {
            view.directionalLayoutMargins = margins
        }
    }

    private static func priority(_ name: String, _ reader: ElementReader) -> UILayoutPriority? {
        reader.number(name).flatMap { $0 >= 0 && $0 <= 1000 ? UILayoutPriority(Float($0)) : nil }
    }

    private static func configureAccessibility(_ view: UIView, _ reader: ElementReader) {
        guard let element = reader.part("accessibilityConfiguration") else { return }
        if let text = element["identifier"] { view.accessibilityIdentifier = text }
        view.accessibilityLabel = element["label"] ?? element.child(key: "label")?.text
        view.accessibilityHint = element["hint"] ?? element.child(key: "hint")?.text
        if let value = element["value"] { view.accessibilityValue = value }
        if let isOn = element.child(key: "isElement")?["value"] { view.isAccessibilityElement = isOn == "YES" }
        guard let traits = element.child(key: "traits") else { return }
        var all: UIAccessibilityTraits = .none
        for (name, trait) in accessibilityTraits where traits[name] == "YES" { all.insert(trait) }
        view.accessibilityTraits = all
    }

    private static let accessibilityTraits: [String: UIAccessibilityTraits] = [
        "button": .button, "link": .link, "image": .image, "selected": .selected, "staticText": .staticText,
        "header": .header, "searchField": .searchField, "playsSound": .playsSound,
        "keyboardKey": .keyboardKey, "summaryElement": .summaryElement, "notEnabled": .notEnabled,
        "updatesFrequently": .updatesFrequently, "adjustable": .adjustable,
    ]

    static func autoresizing(_ element: NibElement) -> UIView.AutoresizingMask {
        var mask: UIView.AutoresizingMask = []
        if element["widthSizable"] == "YES" { mask.insert(.flexibleWidth) }
        if element["heightSizable"] == "YES" { mask.insert(.flexibleHeight) }
        if element["flexibleMinX"] == "YES" { mask.insert(.flexibleLeftMargin) }
        if element["flexibleMaxX"] == "YES" { mask.insert(.flexibleRightMargin) }
        if element["flexibleMinY"] == "YES" { mask.insert(.flexibleTopMargin) }
        if element["flexibleMaxY"] == "YES" { mask.insert(.flexibleBottomMargin) }
        return mask
    }

    /// Returns the subviews that are installed for the traits. The others are created too, so that outlets can refer to
    /// them.
    static func subviews(_ reader: ElementReader) -> [UIView] {
        let excluded = reader.reading.excludedSubviews(of: reader.element)
        return reader.list("subviews").compactMap { element in
            let view = reader.reading.make(element) as? UIView
            return excluded.contains(element.id ?? "") || view?.superview != nil || view is UIWindow ? nil : view
        }
    }

    static func addSubviews(to view: UIView, _ reader: ElementReader) {
        for subview in subviews(reader) where !view.isDescendant(of: subview) { view.addSubview(subview) }
    }
}

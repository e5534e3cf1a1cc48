import Foundation
import TileBars
import TileDrawing
import TileViews

enum ScrollKinds {
    static let kinds: [NibKind] = [
        .view("scrollView", UIScrollView.self) { configure($0, $1) }, stack, effect,
    ]

    /// Applies the properties that all scroll views share.
    static func configure(_ view: UIScrollView, _ reader: ElementReader) {
        if let size = reader.size("contentSize") { view.contentSize = size }
        if let insets = reader.insets("contentInset") { view.contentInset = insets }
        if let isOn = reader.flag("scrollEnabled") { view.isScrollEnabled = isOn }
        if let isOn = reader.flag("pagingEnabled") { view.isPagingEnabled = isOn }
        if let isOn = reader.flag("directionalLockEnabled") { view.isDirectionalLockEnabled = isOn }
        if let isOn = reader.flag("bounces") { view.bounces = isOn }
        if let isOn = reader.flag("alwaysBounceVertical") { view.alwaysBounceVertical = isOn }
        if let isOn = reader.flag("alwaysBounceHorizontal") { view.alwaysBounceHorizontal = isOn }
        if let isOn = reader.flag("bouncesZoom") { view.bouncesZoom = isOn }
        if let isOn = reader.flag("showsVerticalScrollIndicator") { view.showsVerticalScrollIndicator = isOn }
        if let isOn = reader.flag("showsHorizontalScrollIndicator") { view.showsHorizontalScrollIndicator = isOn }
        if let isOn = reader.flag("delaysContentTouches") { view.delaysContentTouches = isOn }
        if let isOn = reader.flag("canCancelContentTouches") { view.canCancelContentTouches = isOn }
        if let isOn = reader.flag("scrollsToTop") { view.scrollsToTop = isOn }
        if let scale = reader.length("minimumZoomScale"), scale > 0 { view.minimumZoomScale = scale }
        if let scale = reader.length("maximumZoomScale"), scale > 0 { view.maximumZoomScale = scale }
        if let style = reader.choice("indicatorStyle", indicators) { view.indicatorStyle = style }
        if let mode = reader.choice("keyboardDismissMode", keyboards) { view.keyboardDismissMode = mode }
        if let mode = reader.choice("contentInsetAdjustmentBehavior", adjustments) {
            view.contentInsetAdjustmentBehavior = mode
        }
        if let insets = reader.insets("scrollIndicatorInsets") { view.scrollIndicatorInsets = insets }
        if let insets = reader.insets("verticalScrollIndicatorInsets") { view.verticalScrollIndicatorInsets = insets }
        if let insets = reader.insets("horizontalScrollIndicatorInsets") {
            view.horizontalScrollIndicatorInsets = insets
        }
        reader.pass("decelerationRate", "indexDisplayMode", "automaticallyAdjustsScrollIndicatorInsets")
    }

    private static let indicators: [String: UIScrollView.IndicatorStyle] = [
        "default": .default, "black": .black, "white": .white,
    ]
    private static let keyboards: [String: UIScrollView.KeyboardDismissMode] = [
        "none": .none, "onDrag": .onDrag, "interactive": .interactive, "onDragWithAccessory": .onDragWithAccessory,
        "interactiveWithAccessory": .interactiveWithAccessory,
    ]
    private static let adjustments: [String: UIScrollView.ContentInsetAdjustmentBehavior] = [
        "automatic": .automatic, "scrollableAxes": .scrollableAxes, "never": .never, "always": .always,
    ]

    private static let stack = NibKind.view("stackView", UIStackView.self, level: UIView.self) { stack, reader in
        // All subviews of a stack view are arranged.
        for view in ViewKind.subviews(reader) where !stack.isDescendant(of: view) { stack.addArrangedSubview(view) }
    } configure: { stack, reader in
        if let axis = reader.choice(
            "axis", ["vertical": NSLayoutConstraint.Axis.vertical, "horizontal": .horizontal])
        {
            stack.axis = axis
        }
        let distributions: [String: UIStackView.Distribution] = [
            "fill": .fill, "fillEqually": .fillEqually, "fillProportionally": .fillProportionally,
            "equalSpacing": .equalSpacing, "equalCentering": .equalCentering,
        ]
        let alignments: [String: UIStackView.Alignment] = [
            "fill": .fill, "leading": .leading, "top": .top, "firstBaseline": .firstBaseline, "center": .center,
            "trailing": .trailing, "bottom": .bottom, "lastBaseline": .lastBaseline,
        ]
        if let value = reader.choice("distribution", distributions) { stack.distribution = value }
        if let value = reader.choice("alignment", alignments) { stack.alignment = value }
        if let value = reader.length("spacing") { stack.spacing = value }
        if reader.text("spacingType") == "standard" { stack.spacing = 8 }
        if let isOn = reader.flag("baselineRelativeArrangement") { stack.isBaselineRelativeArrangement = isOn }
        if let isOn = reader.flag("layoutMarginsRelativeArrangement") {
            stack.isLayoutMarginsRelativeArrangement = isOn
        }
    }

    private static let effect = NibKind.view("visualEffectView", UIVisualEffectView.self) { view, reader in
        // The subviews belong to the content view.
        guard let content = reader.part("contentView") else { return }
        reader.reading.adopt(view.contentView, for: content)
    } configure: { view, reader in
        let styles: [String: UIBlurEffect.Style] = [
            "extraLight": .extraLight, "light": .light, "dark": .dark, "regular": .regular, "prominent": .prominent,
            "systemUltraThinMaterial": .systemUltraThinMaterial, "systemThinMaterial": .systemThinMaterial,
            "systemMaterial": .systemMaterial, "systemThickMaterial": .systemThickMaterial,
            "systemChromeMaterial": .systemChromeMaterial,
            "systemUltraThinMaterialLight": .systemUltraThinMaterialLight,
            "systemThinMaterialLight": .systemThinMaterialLight, "systemMaterialLight": .systemMaterialLight,
            "systemThickMaterialLight": .systemThickMaterialLight,
            "systemChromeMaterialLight": .systemChromeMaterialLight,
            "systemUltraThinMaterialDark": .systemUltraThinMaterialDark,
            "systemThinMaterialDark": .systemThinMaterialDark, "systemMaterialDark": .systemMaterialDark,
            "systemThickMaterialDark": .systemThickMaterialDark,
            "systemChromeMaterialDark": .systemChromeMaterialDark,
        ]
        func blur(_ element: NibElement) -> UIBlurEffect? {
            ElementReader(element, reader.reading).choice("style", styles).map { UIBlurEffect(style: $0) }
        }
        reader.pass("blurEffect", "vibrancyEffect")
        if let vibrancy = reader.element.child("vibrancyEffect") {
            let under = vibrancy.child("blurEffect").flatMap(blur) ?? UIBlurEffect(style: .regular)
            view.effect = UIVibrancyEffect(blurEffect: under)
        } else if let element = reader.element.child("blurEffect") {
            view.effect = blur(element) ?? UIBlurEffect(style: .regular)
        }
    }
}

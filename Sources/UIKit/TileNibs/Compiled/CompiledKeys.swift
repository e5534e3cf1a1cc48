import TileViews

/// The names that compiled nibs use for the properties of documents.
enum CompiledKeys {
    enum Property: Sendable {
        case flag(String)
        /// A flag with the opposite meaning of the one in documents.
        case opposite(String)
        case number(String)
        case text(String)
        case color(String)
        case font(String)
        case image(String)
        case size(String)
        case insets(String)
        case choice(String, [Int: String])
    }

    static let all: [String: Property] = [
        "UIBackgroundColor": .color("backgroundColor"), "UITintColor": .color("tintColor"), "UIAlpha": .number("alpha"),
        "UIHidden": .flag("hidden"), "UIOpaque": .flag("opaque"), "UITag": .number("tag"),
        "UIClipsToBounds": .flag("clipsSubviews"), "UIUserInteractionDisabled": .opposite("userInteractionEnabled"),
        "UIMultipleTouchEnabled": .flag("multipleTouchEnabled"),
        "UIAutoresizeSubviews": .flag("autoresizesSubviews"), "UIContentMode": .choice("contentMode", modes),
        "UIViewContentHuggingPriority.Horizontal": .number("horizontalHuggingPriority"),
        "UIRestorationIdentifier": .text("restorationIdentifier"),
        // Labels, buttons and text fields.
        "UIText": .text("text"), "UITextColor": .color("textColor"), "UIFont": .font("fontDescription"),
        "UIHighlightedColor": .color("highlightedColor"), "UIShadowColor": .color("shadowColor"),
        "UIShadowOffset": .size("shadowOffset"), "UINumberOfLines": .number("numberOfLines"),
        "UITextAlignment": .choice("textAlignment", alignments), "UILineBreakMode": .choice("lineBreakMode", breaks),
        "UIMinimumScaleFactor": .number("minimumScaleFactor"), "UIAdjustsFontSizeToFit": .flag("adjustsFontSizeToFit"),
        "UIButtonType": .choice("buttonType", buttons), "UIPlaceholder": .text("placeholder"),
        "UIContentEdgeInsets": .insets("contentEdgeInsets"), "UITitleEdgeInsets": .insets("titleEdgeInsets"),
        "UIImageEdgeInsets": .insets("imageEdgeInsets"), "UIEnabled": .flag("enabled"),
        "UIDisabled": .opposite("enabled"), "UISelected": .flag("selected"),
        "UIContentHorizontalAlignment": .choice("contentHorizontalAlignment", horizontal),
        "UIContentVerticalAlignment": .choice("contentVerticalAlignment", vertical),
        "UIImage": .image("image"), "UIHighlightedImage": .image("highlightedImage"),
        // Controls.
        "UISwitchOn": .flag("on"), "UIMinValue": .number("minValue"), "UIMaxValue": .number("maxValue"),
        "UIValue": .number("value"), "UIProgress": .number("progress"), "UINumberOfPages": .number("numberOfPages"),
        "UICurrentPage": .number("currentPage"), "UISelectedSegmentIndex": .number("selectedSegmentIndex"),
        "UIHidesWhenStopped": .flag("hidesWhenStopped"), "UIAnimating": .flag("animating"),
        // Scroll views and stack views.
        "UIContentSize": .size("contentSize"), "UIPagingEnabled": .flag("pagingEnabled"),
        "UIScrollDisabled": .opposite("scrollEnabled"), "UIBouncesZoom": .flag("bouncesZoom"),
        "UIAlwaysBounceVertical": .flag("alwaysBounceVertical"),
        "UIAlwaysBounceHorizontal": .flag("alwaysBounceHorizontal"),
        "UIMinimumZoomScale": .number("minimumZoomScale"), "UIMaximumZoomScale": .number("maximumZoomScale"),
        "UIStackViewAxis": .choice("axis", [0: "horizontal", 1: "vertical"]),
        "UIStackViewDistribution": .choice("distribution", distributions),
        "UIStackViewAlignment": .choice("alignment", stackAlignments), "UIStackViewSpacing": .number("spacing"),
        // Controllers and items.
        "UITitle": .text("title"), "UIPrompt": .text("prompt"), "UIBadgeValue": .text("badgeValue"),
        "UISystemItem": .choice("systemItem", systemItems), "UIWidth": .number("width"),
        "UIHidesBottomBarWhenPushed": .flag("hidesBottomBarWhenPushed"),
        "UIStoryboardIdentifier": .text("storyboardIdentifier"),
        "UIModalPresentationStyle": .choice("modalPresentationStyle", presentations),
        "UIGestureRecognizer.numberOfTapsRequired": .number("numberOfTapsRequired"),
        "UITapGestureRecognizer.numberOfTapsRequired": .number("numberOfTapsRequired"),
        "UITapGestureRecognizer.numberOfTouchesRequired": .number("numberOfTouchesRequired"),
    ]

    static let attributes: [Int: String] = {
        var names: [Int: String] = [:]
        for (name, attribute) in NibWords.attributes where name != "lastBaseline" { names[attribute.rawValue] = name }
        return names
    }()

    private static let modes = Dictionary(
        NibWords.contentModes.map { ($0.value.rawValue, $0.key) }, uniquingKeysWith: { $1 })
    private static let alignments = Dictionary(
        NibWords.alignments.map { ($0.value.rawValue, $0.key) }, uniquingKeysWith: { $1 })
    private static let breaks: [Int: String] = [
        0: "wordWrap", 1: "characterWrap", 2: "clip", 3: "headTruncation", 4: "tailTruncation", 5: "middleTruncation",
    ]
    private static let buttons: [Int: String] = [
        0: "custom", 1: "system", 2: "detailDisclosure", 3: "infoLight", 4: "infoDark", 5: "contactAdd", 7: "close",
    ]
    private static let horizontal: [Int: String] = [
        0: "center", 1: "left", 2: "right", 3: "fill", 4: "leading", 5: "trailing",
    ]
    private static let vertical: [Int: String] = [0: "center", 1: "top", 2: "bottom", 3: "fill"]
    private static let distributions: [Int: String] = [
        0: "fill", 1: "fillEqually", 2: "fillProportionally", 3: "equalSpacing", 4: "equalCentering",
    ]
    private static let stackAlignments: [Int: String] = [
        0: "fill", 1: "leading", 2: "firstBaseline", 3: "center", 4: "trailing", 5: "lastBaseline",
    ]
    private static let presentations: [Int: String] = [
        0: "fullScreen", 1: "pageSheet", 2: "formSheet", 3: "currentContext", 4: "custom", 5: "overFullScreen",
        6: "overCurrentContext", 7: "popover",
    ]
    private static let systemItems: [Int: String] = [
        0: "done", 1: "cancel", 2: "edit", 3: "save", 4: "add", 5: "flexibleSpace", 6: "fixedSpace", 7: "compose",
        8: "reply", 9: "action", 10: "organize", 11: "bookmarks", 12: "search", 13: "refresh", 14: "stop",
        15: "camera", 16: "trash", 17: "play", 18: "pause", 19: "rewind", 20: "fastForward", 21: "undo", 22: "redo",
        23: "pageCurl", 24: "close",
    ]
}

public import Foundation

// A property for each of UIKit's traits, and an initializer for a collection that specifies only that trait.

extension UITraitCollection {
    public convenience init(userInterfaceIdiom: UIUserInterfaceIdiom) {
        self.init { $0[UITraitUserInterfaceIdiom.self] = userInterfaceIdiom }
    }

    /// The kind of device.
    public var userInterfaceIdiom: UIUserInterfaceIdiom { self[UITraitUserInterfaceIdiom.self] }

    public convenience init(userInterfaceStyle: UIUserInterfaceStyle) {
        self.init { $0[UITraitUserInterfaceStyle.self] = userInterfaceStyle }
    }

    public convenience init(displayScale: CGFloat) {
        self.init { $0[UITraitDisplayScale.self] = displayScale }
    }

    /// Pixels per point; 0 if unspecified.
    public var displayScale: CGFloat { self[UITraitDisplayScale.self] }

    public convenience init(displayGamut: UIDisplayGamut) {
        self.init { $0[UITraitDisplayGamut.self] = displayGamut }
    }

    /// The colors that the display can show.
    public var displayGamut: UIDisplayGamut { self[UITraitDisplayGamut.self] }

    public convenience init(layoutDirection: UITraitEnvironmentLayoutDirection) {
        self.init { $0[UITraitLayoutDirection.self] = layoutDirection }
    }

    /// The direction of the layout, left to right or right to left.
    public var layoutDirection: UITraitEnvironmentLayoutDirection { self[UITraitLayoutDirection.self] }

    public convenience init(horizontalSizeClass: UIUserInterfaceSizeClass) {
        self.init { $0[UITraitHorizontalSizeClass.self] = horizontalSizeClass }
    }

    /// The horizontal size class.
    public var horizontalSizeClass: UIUserInterfaceSizeClass { self[UITraitHorizontalSizeClass.self] }

    public convenience init(verticalSizeClass: UIUserInterfaceSizeClass) {
        self.init { $0[UITraitVerticalSizeClass.self] = verticalSizeClass }
    }

    /// The vertical size class.
    public var verticalSizeClass: UIUserInterfaceSizeClass { self[UITraitVerticalSizeClass.self] }

    public convenience init(forceTouchCapability: UIForceTouchCapability) {
        self.init { $0[UITraitForceTouchCapability.self] = forceTouchCapability }
    }

    /// Whether touches report their force.
    public var forceTouchCapability: UIForceTouchCapability { self[UITraitForceTouchCapability.self] }

    public convenience init(preferredContentSizeCategory: UIContentSizeCategory) {
        self.init { $0[UITraitPreferredContentSizeCategory.self] = preferredContentSizeCategory }
    }

    /// The size of text that the user prefers.
    public var preferredContentSizeCategory: UIContentSizeCategory { self[UITraitPreferredContentSizeCategory.self] }

    public convenience init(accessibilityContrast: UIAccessibilityContrast) {
        self.init { $0[UITraitAccessibilityContrast.self] = accessibilityContrast }
    }

    /// Whether the user prefers a higher contrast.
    public var accessibilityContrast: UIAccessibilityContrast { self[UITraitAccessibilityContrast.self] }

    public convenience init(userInterfaceLevel: UIUserInterfaceLevel) {
        self.init { $0[UITraitUserInterfaceLevel.self] = userInterfaceLevel }
    }

    /// Whether the interface is elevated above others.
    public var userInterfaceLevel: UIUserInterfaceLevel { self[UITraitUserInterfaceLevel.self] }

    public convenience init(legibilityWeight: UILegibilityWeight) {
        self.init { $0[UITraitLegibilityWeight.self] = legibilityWeight }
    }

    /// Whether the user prefers bolder text.
    public var legibilityWeight: UILegibilityWeight { self[UITraitLegibilityWeight.self] }

    public convenience init(activeAppearance: UIUserInterfaceActiveAppearance) {
        self.init { $0[UITraitActiveAppearance.self] = activeAppearance }
    }

    /// Whether the window appears active.
    public var activeAppearance: UIUserInterfaceActiveAppearance { self[UITraitActiveAppearance.self] }

    public convenience init(toolbarItemPresentationSize: UINSToolbarItemPresentationSize) {
        self.init { $0[UITraitToolbarItemPresentationSize.self] = toolbarItemPresentationSize }
    }

    /// The size of the items in a Mac's toolbar.
    public var toolbarItemPresentationSize: UINSToolbarItemPresentationSize {
        self[UITraitToolbarItemPresentationSize.self]
    }

    public convenience init(sceneCaptureState: UISceneCaptureState) {
        self.init { $0[UITraitSceneCaptureState.self] = sceneCaptureState }
    }

    /// Whether the scene is being recorded or mirrored.
    public var sceneCaptureState: UISceneCaptureState { self[UITraitSceneCaptureState.self] }

    public convenience init(imageDynamicRange: UIImage.DynamicRange) {
        self.init { $0[UITraitImageDynamicRange.self] = imageDynamicRange }
    }

    /// The dynamic range that images may be shown with.
    public var imageDynamicRange: UIImage.DynamicRange { self[UITraitImageDynamicRange.self] }

    public convenience init(typesettingLanguage: Locale.Language?) {
        self.init { $0[UITraitTypesettingLanguage.self] = typesettingLanguage }
    }

    /// The language that determines the rules of text layout; nil if unspecified.
    public var typesettingLanguage: Locale.Language? { self[UITraitTypesettingLanguage.self] }

    public convenience init(listEnvironment: UIListEnvironment) {
        self.init { $0[UITraitListEnvironment.self] = listEnvironment }
    }

    /// The kind of list that contains the view.
    public var listEnvironment: UIListEnvironment { self[UITraitListEnvironment.self] }
}

public import Foundation

// The traits that UIKit itself defines. A value equal to the default leaves the trait unspecified.

/// The kind of device.
public enum UITraitUserInterfaceIdiom: UITraitDefinition {
    public static let defaultValue: UIUserInterfaceIdiom = .unspecified
}

/// Light or dark.
public enum UITraitUserInterfaceStyle: UITraitDefinition {
    public static let defaultValue: UIUserInterfaceStyle = .unspecified
    public static let affectsColorAppearance = true
}

/// Pixels per point; 0 if unspecified.
public enum UITraitDisplayScale: UITraitDefinition {
    public static let defaultValue: CGFloat = 0
}

/// The colors that the display can show.
public enum UITraitDisplayGamut: UITraitDefinition {
    public static let defaultValue: UIDisplayGamut = .unspecified
    public static let affectsColorAppearance = true
}

/// The direction of the layout, left to right or right to left.
public enum UITraitLayoutDirection: UITraitDefinition {
    public static let defaultValue: UITraitEnvironmentLayoutDirection = .unspecified
}

/// The horizontal size class.
public enum UITraitHorizontalSizeClass: UITraitDefinition {
    public static let defaultValue: UIUserInterfaceSizeClass = .unspecified
}

/// The vertical size class.
public enum UITraitVerticalSizeClass: UITraitDefinition {
    public static let defaultValue: UIUserInterfaceSizeClass = .unspecified
}

/// Whether touches report their force.
public enum UITraitForceTouchCapability: UITraitDefinition {
    public static let defaultValue: UIForceTouchCapability = .unknown
}

/// The size of text that the user prefers.
public enum UITraitPreferredContentSizeCategory: UITraitDefinition {
    public static let defaultValue: UIContentSizeCategory = .unspecified
}

/// Whether the user prefers a higher contrast.
public enum UITraitAccessibilityContrast: UITraitDefinition {
    public static let defaultValue: UIAccessibilityContrast = .unspecified
    public static let affectsColorAppearance = true
}

/// Whether the interface is elevated above others.
public enum UITraitUserInterfaceLevel: UITraitDefinition {
    public static let defaultValue: UIUserInterfaceLevel = .unspecified
    public static let affectsColorAppearance = true
}

/// Whether the user prefers bolder text.
public enum UITraitLegibilityWeight: UITraitDefinition {
    public static let defaultValue: UILegibilityWeight = .unspecified
}

/// Whether the window appears active.
public enum UITraitActiveAppearance: UITraitDefinition {
    public static let defaultValue: UIUserInterfaceActiveAppearance = .unspecified
    public static let affectsColorAppearance = true
}

/// The size of the items in a Mac's toolbar.
public enum UITraitToolbarItemPresentationSize: UITraitDefinition {
    public static let defaultValue: UINSToolbarItemPresentationSize = .unspecified
}

/// Whether the scene is being recorded or mirrored.
public enum UITraitSceneCaptureState: UITraitDefinition {
    public static let defaultValue: UISceneCaptureState = .unspecified
}

/// The dynamic range that images may be shown with.
public enum UITraitImageDynamicRange: UITraitDefinition {
    public static let defaultValue: UIImage.DynamicRange = .unspecified
}

/// The language that determines the rules of text layout; nil if unspecified.
public enum UITraitTypesettingLanguage: UITraitDefinition {
    public static let defaultValue: Locale.Language? = nil
}

/// The kind of list that contains the view.
public enum UITraitListEnvironment: UITraitDefinition {
    public static let defaultValue: UIListEnvironment = .unspecified
}

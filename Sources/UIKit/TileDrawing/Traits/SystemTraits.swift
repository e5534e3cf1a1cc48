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

/// Pixels a point; 0 when unspecified.
public enum UITraitDisplayScale: UITraitDefinition {
    public static let defaultValue: CGFloat = 0
}

/// The colors that the display can show.
public enum UITraitDisplayGamut: UITraitDefinition {
    public static let defaultValue: UIDisplayGamut = .unspecified
    public static let affectsColorAppearance = true
}

/// The side from which the interface is laid out.
public enum UITraitLayoutDirection: UITraitDefinition {
    public static let defaultValue: UITraitEnvironmentLayoutDirection = .unspecified
}

/// How much room there is across.
public enum UITraitHorizontalSizeClass: UITraitDefinition {
    public static let defaultValue: UIUserInterfaceSizeClass = .unspecified
}

/// How much room there is downwards.
public enum UITraitVerticalSizeClass: UITraitDefinition {
    public static let defaultValue: UIUserInterfaceSizeClass = .unspecified
}

/// Whether touches come with their force.
public enum UITraitForceTouchCapability: UITraitDefinition {
    public static let defaultValue: UIForceTouchCapability = .unknown
}

/// The size of text that the reader prefers.
public enum UITraitPreferredContentSizeCategory: UITraitDefinition {
    public static let defaultValue: UIContentSizeCategory = .unspecified
}

/// Whether colors are to stand out more.
public enum UITraitAccessibilityContrast: UITraitDefinition {
    public static let defaultValue: UIAccessibilityContrast = .unspecified
    public static let affectsColorAppearance = true
}

/// Whether the interface lies above others.
public enum UITraitUserInterfaceLevel: UITraitDefinition {
    public static let defaultValue: UIUserInterfaceLevel = .unspecified
    public static let affectsColorAppearance = true
}

/// Whether text is to be bolder.
public enum UITraitLegibilityWeight: UITraitDefinition {
    public static let defaultValue: UILegibilityWeight = .unspecified
}

/// Whether the window looks as the one in use.
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

/// How bright images may be shown.
public enum UITraitImageDynamicRange: UITraitDefinition {
    public static let defaultValue: UIImage.DynamicRange = .unspecified
}

/// The language by whose rules text is set; nil when unspecified.
public enum UITraitTypesettingLanguage: UITraitDefinition {
    public static let defaultValue: Locale.Language? = nil
}

/// The kind of list that the view stands in.
public enum UITraitListEnvironment: UITraitDefinition {
    public static let defaultValue: UIListEnvironment = .unspecified
}

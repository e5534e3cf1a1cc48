public import Foundation

// UIKit's traits are coded by their names and raw values; traits of one's own are not, as in UIKit.

extension UITraitCollection {
    public func encode(with coder: NSCoder) {
        func encode(_ value: Int, _ key: String) { coder.encode(value, forKey: key) }
        encode(userInterfaceIdiom.rawValue, "userInterfaceIdiom")
        encode(userInterfaceStyle.rawValue, "userInterfaceStyle")
        encode(displayGamut.rawValue, "displayGamut")
        encode(layoutDirection.rawValue, "layoutDirection")
        encode(horizontalSizeClass.rawValue, "horizontalSizeClass")
        encode(verticalSizeClass.rawValue, "verticalSizeClass")
        encode(forceTouchCapability.rawValue, "forceTouchCapability")
        encode(accessibilityContrast.rawValue, "accessibilityContrast")
        encode(userInterfaceLevel.rawValue, "userInterfaceLevel")
        encode(legibilityWeight.rawValue, "legibilityWeight")
        encode(activeAppearance.rawValue, "activeAppearance")
        encode(toolbarItemPresentationSize.rawValue, "toolbarItemPresentationSize")
        encode(sceneCaptureState.rawValue, "sceneCaptureState")
        encode(imageDynamicRange.rawValue, "imageDynamicRange")
        encode(listEnvironment.rawValue, "listEnvironment")
        coder.encode(Double(displayScale), forKey: "displayScale")
        coder.encode(preferredContentSizeCategory.rawValue as NSString, forKey: "preferredContentSizeCategory")
        if let typesettingLanguage {
            coder.encode(typesettingLanguage.maximalIdentifier as NSString, forKey: "typesettingLanguage")
        }
    }

    /// A value that is missing or that no case has leaves its trait unspecified.
    public convenience init?(coder: NSCoder) {
        func decoded<Value: RawRepresentable>(_ key: String, _ set: (Value) -> Void) where Value.RawValue == Int {
            if let value = coder.archivedCase(key, Value.self) { set(value) }
        }
        var traits = TraitValues()
        decoded("userInterfaceIdiom") { traits.userInterfaceIdiom = $0 }
        decoded("userInterfaceStyle") { traits.userInterfaceStyle = $0 }
        decoded("displayGamut") { traits.displayGamut = $0 }
        decoded("layoutDirection") { traits.layoutDirection = $0 }
        decoded("horizontalSizeClass") { traits.horizontalSizeClass = $0 }
        decoded("verticalSizeClass") { traits.verticalSizeClass = $0 }
        decoded("forceTouchCapability") { traits.forceTouchCapability = $0 }
        decoded("accessibilityContrast") { traits.accessibilityContrast = $0 }
        decoded("userInterfaceLevel") { traits.userInterfaceLevel = $0 }
        decoded("legibilityWeight") { traits.legibilityWeight = $0 }
        decoded("activeAppearance") { traits.activeAppearance = $0 }
        decoded("toolbarItemPresentationSize") { traits.toolbarItemPresentationSize = $0 }
        decoded("sceneCaptureState") { traits.sceneCaptureState = $0 }
        decoded("imageDynamicRange") { traits.imageDynamicRange = $0 }
        decoded("listEnvironment") { traits.listEnvironment = $0 }
        if let scale = coder.archivedLength("displayScale"), scale > 0 { traits.displayScale = scale }
        if let category = coder.archivedText("preferredContentSizeCategory") {
            traits.preferredContentSizeCategory = UIContentSizeCategory(rawValue: category)
        }
        if let language = coder.archivedText("typesettingLanguage") {
            traits.typesettingLanguage = Locale.Language(identifier: language)
        }
        self.init(traits)
    }
}

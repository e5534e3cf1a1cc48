/// The modules that a source written for iOS may import: those available on Linux, and those that only Apple has.
enum AppleModules {
    /// Modules of Swift on Linux, and of Tilework.
    static let present: Set<String> = [
        "CoreGraphics", "Dispatch", "Foundation", "FoundationEssentials", "FoundationNetworking", "FoundationXML",
        "Glibc",
        "QuartzCore", "Swift", "Synchronization", "Testing", "UIKit", "XCTest",
    ]

    static func isMissing(_ module: String) -> Bool { missing.contains(module) }

    private static let missing: Set<String> = Set(
        """
        ARKit AVFAudio AVFoundation AVKit Accelerate Accessibility Accounts ActivityKit AdServices AdSupport AddressBook
        AppIntents AppKit AppTrackingTransparency AssetsLibrary AudioToolbox AuthenticationServices BackgroundTasks CFNetwork
        CallKit CarPlay CloudKit Cocoa Combine CommonCrypto Compression Contacts ContactsUI CoreAudio CoreBluetooth CoreData
        CoreFoundation CoreHaptics CoreImage CoreLocation CoreMIDI CoreML CoreMedia CoreMotion CoreServices CoreSpotlight
        CoreTelephony CoreText CoreVideo CryptoKit CryptoTokenKit Darwin DeviceCheck EventKit EventKitUI ExternalAccessory
        FileProvider GLKit GameController GameKit GameplayKit GroupActivities HealthKit HomeKit IOKit IOSurface
        IdentityLookup ImageIO Intents IntentsUI JavaScriptCore LinkPresentation LocalAuthentication MLCompute MapKit MediaPlayer
        MessageUI Messages Metal MetalKit MetalPerformanceShaders MobileCoreServices ModelIO MultipeerConnectivity
        NaturalLanguage Network NetworkExtension NotificationCenter OSLog ObjectiveC OpenGLES PDFKit PassKit
        PencilKit Photos PhotosUI PlaygroundSupport ProximityReader PushKit QuickLook QuickLookThumbnailing ReplayKit
        SafariServices SceneKit ScreenTime Security SensorKit ShazamKit Social SoundAnalysis Speech SpriteKit StoreKit
        SwiftData SwiftUI SystemConfiguration TVUIKit Twitter UniformTypeIdentifiers UserNotifications UserNotificationsUI
        VideoToolbox Vision VisionKit WatchConnectivity WatchKit WebKit WidgetKit iAd os simd
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// The prefixes of the types that modules declare which only Apple has, for the modules that apps use most.
    static let prefixes: [String: [String]] = [
        "AVFoundation": ["AV"], "AVKit": ["AV"], "AuthenticationServices": ["AS"], "CloudKit": ["CK"],
        "Contacts": ["CN"], "ContactsUI": ["CN"], "CoreBluetooth": ["CB"], "CoreData": ["NS"],
        "CoreImage": ["CI"], "CoreLocation": ["CL"], "CoreML": ["ML"], "CoreMotion": ["CM"], "EventKit": ["EK"],
        "EventKitUI": ["EK"], "GameKit": ["GK"], "GameplayKit": ["GK"], "HealthKit": ["HK"],
        "LinkPresentation": ["LP"], "LocalAuthentication": ["LA"], "MapKit": ["MK", "CL"],
        "MediaPlayer": ["MP"], "MessageUI": ["MF"], "MetalKit": ["MTK"], "Metal": ["MTL"],
        "MultipeerConnectivity": ["MC"], "PDFKit": ["PDF"], "PassKit": ["PK"], "PencilKit": ["PK"],
        "Photos": ["PH"], "PhotosUI": ["PH"], "QuickLook": ["QL"], "SafariServices": ["SF"], "SceneKit": ["SCN"],
        "Social": ["SL"], "Speech": ["SF"], "SpriteKit": ["SK"], "StoreKit": ["SK"],
        "SystemConfiguration": ["SC"], "UniformTypeIdentifiers": ["UT"], "UserNotifications": ["UN"],
        "Vision": ["VN"], "VisionKit": ["VN"], "WatchConnectivity": ["WC"], "WebKit": ["WK"],
    ]

    /// Returns whether a name is that of a type of a module that only Apple has and that one of the imports names.
    static func isMissing(type name: String, imports: Set<String>) -> Bool {
        imports.contains { module in
            prefixes[module]?.contains { prefix in
                guard name.hasPrefix(prefix), name.utf8.count > prefix.utf8.count + 1 else { return false }
                let rest = name.utf8.dropFirst(prefix.utf8.count)
                return rest.prefix(1).allSatisfy(isCapital) && rest.contains { !isCapital($0) }
            } ?? false
        }
    }

    /// Returns whether a name is a constant of C, such as `kSecClass`, in a source that imports a module which only
    /// Apple has.
    static func isMissing(constant name: String, imports: Set<String>) -> Bool {
        let start = Array(name.utf8.prefix(3))
        guard start.count == 3, start[0] == UInt8(ascii: "k"), isCapital(start[1]) else { return false }
        return imports.contains(where: isMissing) && (isCapital(start[2]) || name.hasPrefix("kSec"))
    }

    private static func isCapital(_ byte: UInt8) -> Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte }

    /// The submodules of UIKit that can be named in an import.
    static let parts: Set<String> = Set(
        """
        NSAttributedString NSLayoutConstraint NSParagraphStyle NSShadow NSStringDrawing NSText UIAccessibility UIApplication
        UIBezierPath UIButton UICollectionView UIColor UIControl UIDevice UIEvent UIFont UIFontDescriptor UIGeometry
        UIGestureRecognizer UIGestureRecognizerSubclass UIGraphics UIGraphicsImageRenderer UIGraphicsPDFRenderer UIImage
        UIImageView UIInterface UIKitDefines UILabel UILayoutGuide UINib UIPanGestureRecognizer UIResponder UIScreen
        UIScrollView UIStackView UITableView UITapGestureRecognizer UITouch UITraitCollection UIView UIViewController UIWindow
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}

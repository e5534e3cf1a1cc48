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

public import Foundation
public import TileDrawing
import TileViews

/// A service that an activity view controller offers for some items.
///
/// A subclass overrides the type, the title, `canPerform(withActivityItems:)` and `perform()`, which ends with a call
/// of `activityDidFinish(_:)`.
open class UIActivity: NSObject {
    /// The name of an activity.
    public struct ActivityType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public init(_ rawValue: String) { self.rawValue = rawValue }

        public static let copyToPasteboard = ActivityType("com.apple.UIKit.activity.CopyToPasteboard")
        public static let mail = ActivityType("com.apple.UIKit.activity.Mail")
        public static let message = ActivityType("com.apple.UIKit.activity.Message")
        public static let print = ActivityType("com.apple.UIKit.activity.Print")
        public static let airDrop = ActivityType("com.apple.UIKit.activity.AirDrop")
        public static let assignToContact = ActivityType("com.apple.UIKit.activity.AssignToContact")
        public static let saveToCameraRoll = ActivityType("com.apple.UIKit.activity.SaveToCameraRoll")
        public static let addToReadingList = ActivityType("com.apple.UIKit.activity.AddToReadingList")
        public static let openInIBooks = ActivityType("com.apple.UIKit.activity.OpenInIBooks")
        public static let markupAsPDF = ActivityType("com.apple.UIKit.activity.MarkupAsPDF")
        public static let postToFacebook = ActivityType("com.apple.UIKit.activity.PostToFacebook")
        public static let postToTwitter = ActivityType("com.apple.UIKit.activity.PostToTwitter")
    }

    public enum Category: Int, Hashable, Sendable {
        case action = 0
        case share = 1
    }

    open class var activityCategory: Category { .action }
    open var activityType: ActivityType? { nil }
    open var activityTitle: String? { nil }
    open var activityImage: UIImage? { nil }

    /// Returns whether the activity is offered for the items. The default is false.
    open func canPerform(withActivityItems activityItems: [Any]) -> Bool { false }
    /// Called before the activity is performed.
    open func prepare(withActivityItems activityItems: [Any]) {}
    /// A view controller that is presented instead of calling `perform()`.
    open var activityViewController: UIViewController? { nil }
    /// Performs the activity. The default ends it as not completed, as in UIKit.
    open func perform() { activityDidFinish(false) }

    /// Ends the activity, and dismisses the activity view controller.
    open func activityDidFinish(_ completed: Bool) {
        let finish = finish
        self.finish = nil
        finish?(completed)
    }

    /// Called when the activity has ended.
    final var finish: ((Bool) -> Void)?
}

/// An item of an activity view controller that differs by activity.
public protocol UIActivityItemSource: AnyObject {
    /// Returns an item of the kind that is shared, before an activity is chosen.
    func activityViewControllerPlaceholderItem(_ activityViewController: UIActivityViewController) -> Any
    /// Returns the item for an activity; nil for none.
    func activityViewController(
        _ activityViewController: UIActivityViewController, itemForActivityType activityType: UIActivity.ActivityType?
    ) -> Any?
}

/// Copies the first text, address, image or color to the pasteboard.
final class CopyActivity: UIActivity {
    private let pasteboard: UIPasteboard
    private var items: [Any] = []

    init(_ pasteboard: UIPasteboard) { self.pasteboard = pasteboard }

    override var activityType: ActivityType? { .copyToPasteboard }
    override var activityTitle: String? { "Copy" }
    override var activityImage: UIImage? { UIImage(systemName: "doc.on.doc") }

    override func canPerform(withActivityItems activityItems: [Any]) -> Bool {
        activityItems.contains { $0 is String || $0 is URL || $0 is UIImage || $0 is UIColor }
    }
    override func prepare(withActivityItems activityItems: [Any]) { items = activityItems }
    override func perform() {
        for item in items {
            switch item {
            case let text as String: pasteboard.string = text
            case let url as URL: pasteboard.url = url
            case let image as UIImage: pasteboard.image = image
            case let color as UIColor: pasteboard.color = color
            default: continue
            }
            break
        }
        activityDidFinish(true)
    }
}

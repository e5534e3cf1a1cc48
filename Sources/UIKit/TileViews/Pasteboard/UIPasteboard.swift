public import Foundation
public import TileDrawing

/// A store for data that was cut or copied, as values. It is not shared with other programs.
///
/// `general` belongs to the thread's main screen. Each screen has its own, so viewers of a program cannot paste what
/// another viewer copies. Named pasteboards also belong to that screen.
open class UIPasteboard: NSObject {
    public struct Name: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public init(_ rawValue: String) { self.rawValue = rawValue }

        public static let general = Name("com.apple.UIKit.pboard.general")
    }

    public struct OptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The expiration date of the items, a `Date`. Ignored.
        public static let expirationDate = OptionsKey(rawValue: "UIPasteboardOptionExpirationDate")
        public static let localOnly = OptionsKey(rawValue: "UIPasteboardOptionLocalOnly")
    }

    public final let name: Name
    /// The number of changes.
    open private(set) var changeCount = 0
    /// The items as dictionaries of values by type identifier.
    private var stored: [[String: Any]] = []

    init(name: Name) { self.name = name }

    // MARK: Pasteboards

    open class var general: UIPasteboard { UIScreen.main.pasteboard }

    /// Returns the pasteboard with a name. If it does not exist and `create` is true, creates it. In UIKit this is an
    /// initializer, which in Swift could not return an existing object.
    open class func named(_ name: Name, create: Bool) -> UIPasteboard? {
        UIScreen.main.pasteboards.board(name, create: create)
    }

    open class func withUniqueName() -> UIPasteboard {
        UIScreen.main.pasteboards.board(Name(UUID().uuidString), create: true) ?? general
    }

    open class func remove(withName name: Name) { UIScreen.main.pasteboards.remove(name) }

    open var isPersistent: Bool { false }

    // MARK: Items

    open var items: [[String: Any]] {
        get { stored }
        set { setItems(newValue) }
    }

    open var numberOfItems: Int { items.count }

    open func setItems(_ items: [[String: Any]], options: [OptionsKey: Any] = [:]) {
        stored = items
        noteChange(items)
    }

    open func addItems(_ items: [[String: Any]]) {
        stored += items
        noteChange(items)
    }

    private func noteChange(_ new: [[String: Any]]) {
        changeCount += 1
        NotificationCenter.default.post(
            name: Self.changedNotification, object: self,
            userInfo: [Self.changedTypesAddedUserInfoKey: new.flatMap(\.keys)])
    }

    /// The types of the first item.
    open var types: [String] { items.first.map { $0.keys.sorted() } ?? [] }

    open func contains(pasteboardTypes: [String]) -> Bool {
        items.contains { item in pasteboardTypes.contains { item[$0] != nil } }
    }

    open func value(forPasteboardType pasteboardType: String) -> Any? { items.first?[pasteboardType] }

    open func data(forPasteboardType pasteboardType: String) -> Data? {
        switch value(forPasteboardType: pasteboardType) {
        case let data as Data: data
        case let string as String: Data(string.utf8)
        default: nil
        }
    }

    open func setValue(_ value: Any, forPasteboardType pasteboardType: String) { items = [[pasteboardType: value]] }
    open func setData(_ data: Data, forPasteboardType pasteboardType: String) {
        setValue(data, forPasteboardType: pasteboardType)
    }

    // MARK: Standard values

    static let text = "public.utf8-plain-text"
    static let url = "public.url"
    static let image = "public.image"
    static let color = "com.apple.uikit.color"

    private func values<Value>(_ type: String) -> [Value]? {
        let values = items.compactMap { $0[type] as? Value }
        return values.isEmpty ? nil : values
    }

    private func set<Value>(_ values: [Value]?, _ type: String) { items = values?.map { [type: $0] } ?? [] }

    open var string: String? {
        get { strings?.first }
        set { strings = newValue.map { [$0] } }
    }
    open var strings: [String]? {
        get { values(Self.text) }
        set { set(newValue, Self.text) }
    }
    open var url: URL? {
        get { urls?.first }
        set { urls = newValue.map { [$0] } }
    }
    open var urls: [URL]? {
        get { values(Self.url) }
        set { items = newValue?.map { [Self.url: $0, Self.text: $0.absoluteString] } ?? [] }
    }
    open var image: UIImage? {
        get { images?.first }
        set { images = newValue.map { [$0] } }
    }
    open var images: [UIImage]? {
        get { values(Self.image) }
        set { set(newValue, Self.image) }
    }
    open var color: UIColor? {
        get { colors?.first }
        set { colors = newValue.map { [$0] } }
    }
    open var colors: [UIColor]? {
        get { values(Self.color) }
        set { set(newValue, Self.color) }
    }

    open var hasStrings: Bool { strings != nil }
    open var hasURLs: Bool { urls != nil }
    open var hasImages: Bool { images != nil }
    open var hasColors: Bool { colors != nil }

    public static let changedNotification = Notification.Name("UIPasteboardChangedNotification")
    public static let removedNotification = Notification.Name("UIPasteboardRemovedNotification")
    public static let changedTypesAddedUserInfoKey = "UIPasteboardChangedTypesAddedUserInfoKey"
    public static let changedTypesRemovedUserInfoKey = "UIPasteboardChangedTypesRemovedUserInfoKey"
}

/// The pasteboards of a screen.
struct Pasteboards {
    private var boards: [UIPasteboard.Name: UIPasteboard] = [:]

    mutating func board(_ name: UIPasteboard.Name, create: Bool) -> UIPasteboard? {
        if let known = boards[name] { return known }
        guard create else { return nil }
        let board = UIPasteboard(name: name)
        boards[name] = board
        return board
    }

    mutating func remove(_ name: UIPasteboard.Name) {
        guard name != .general, let board = boards.removeValue(forKey: name) else { return }
        NotificationCenter.default.post(name: UIPasteboard.removedNotification, object: board)
    }
}

extension UIScreen {
    /// The value of `UIPasteboard.general` for programs on this screen.
    public final var pasteboard: UIPasteboard { pasteboards.board(.general, create: true)! }
}

import Foundation
import TileControllers
import TileViews

/// What an element of a document stands for: a class of UIKit, and how its objects take on what the element says.
struct NibKind: Sendable {
    /// The element's name.
    let name: String
    /// The class of UIKit whose `init(coder:)` is the last to settle.
    let level: AnyClass
    /// What the class must know while it is made, under its archive's keys.
    let keys: @Sendable (ElementReader) -> [String: Any]
    let make: @Sendable (NSCoder) -> NSObject?
    let configure: @Sendable (NSObject, ElementReader) -> Void
}

extension NibKind {
    /// A view. Its subviews come after what it is set to.
    ///
    /// - Parameter level: nil for the class itself.
    static func view<View: UIView>(
        _ name: String, _ type: View.Type, level: AnyClass? = nil,
        _ configure: @escaping @Sendable (View, ElementReader) -> Void = { _, _ in }
    ) -> NibKind {
        view(name, type, level: level, subviews: { ViewKind.addSubviews(to: $0, $1) }, configure)
    }

    /// A view that does something of its own with its subviews.
    static func view<View: UIView>(
        _ name: String, _ type: View.Type, level: AnyClass? = nil,
        subviews: @escaping @Sendable (View, ElementReader) -> Void,
        _ configure: @escaping @Sendable (View, ElementReader) -> Void
    ) -> NibKind {
        NibKind(name: name, level: level ?? type, keys: { _ in [:] }, make: { View(coder: $0) }) {
            object, reader in
            guard let view = object as? UIView else {
                return reader.note(.element, "a \(Swift.type(of: object)) is no view, as <\(name)> is")
            }
            if let own = view as? View {
                ViewKind.configure(view, reader)
                configure(own, reader)
                subviews(own, reader)
            } else {
                ViewKind.configure(view, reader)
                ViewKind.addSubviews(to: view, reader)
            }
        }
    }

    /// The kind, of a class that must know something while it is made.
    func keyed(_ keys: @escaping @Sendable (ElementReader) -> [String: Any]) -> NibKind {
        NibKind(name: name, level: level, keys: keys, make: make, configure: configure)
    }

    /// A controller. Its view is made when it is asked for.
    static func controller<Controller: UIViewController>(
        _ name: String, _ type: Controller.Type, level: AnyClass? = nil,
        keys: (@Sendable (ElementReader) -> [String: Any])? = nil,
        configure: @escaping @Sendable (Controller, ElementReader) -> Void = { _, _ in }
    ) -> NibKind {
        NibKind(name: name, level: level ?? type, keys: keys ?? { _ in [:] }, make: { Controller(coder: $0) }) {
            object, reader in
            guard let controller = object as? UIViewController else {
                return reader.note(.element, "a \(Swift.type(of: object)) is no controller, as <\(name)> is")
            }
            ControllerKind.configure(controller, reader)
            if let own = controller as? Controller { configure(own, reader) }
        }
    }

    /// Another object that is made by `init(coder:)`.
    static func object<Object: NSObject & NSCoding>(
        _ name: String, _ type: Object.Type, level: AnyClass? = nil,
        keys: @escaping @Sendable (ElementReader) -> [String: Any] = { _ in [:] },
        _ configure: @escaping @Sendable (Object, ElementReader) -> Void
    ) -> NibKind {
        NibKind(name: name, level: level ?? type, keys: keys, make: { Object(coder: $0) }) { object, reader in
            if let own = object as? Object { configure(own, reader) }
        }
    }

    /// An object that UIKit has no class for: a program's own, or one that is of no use here.
    static func plain(_ name: String) -> NibKind {
        NibKind(name: name, level: NSObject.self, keys: { _ in [:] }, make: { _ in NSObject() }, configure: { _, _ in })
    }
}

/// The elements that are known. Another room's classes are one more list.
enum NibKinds {
    static let all: [String: NibKind] = {
        let lists = [
            ViewKind.kinds, LabelKinds.kinds, ButtonKind.kinds, ControlKinds.kinds, ScrollKinds.kinds, BarKinds.kinds,
            GestureKinds.kinds, ControllerKind.kinds, ContainerKinds.kinds, TypingKinds.kinds, TableKinds.kinds,
            CollectionKinds.kinds,
        ]
        return Dictionary(lists.joined().map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    }()

    /// What is no object, or is one for Interface Builder alone.
    static let silent: Set<String> = [
        "placeholder", "exit", "point", "viewControllerPlaceholder", "nil", "userComments", "size", "rect",
        "constraint", "viewLayoutGuide", "viewControllerLayoutGuide",
    ]

    /// Whether a custom class is one of UIKit's own, as documents name some.
    static func isStandard(_ name: String) -> Bool { standard.contains(name) }

    private static let standard: Set<String> = [
        "UIView", "UILabel", "UIButton", "UIControl", "UIImageView", "UIScrollView", "UIStackView", "UIViewController",
        "UINavigationController", "UITabBarController", "UITableView", "UICollectionView", "UIWindow", "UIResponder",
        "UINavigationBar", "UIToolbar", "UITabBar", "NSObject", "UIApplication", "UITableViewController",
    ]
}

import Foundation
import TileControllers
import TileViews

/// An element of a document together with its UIKit class and the properties that its objects take from the element.
struct NibKind: Sendable {
    /// The name of the element.
    let name: String
    /// The UIKit class whose `init(coder:)` runs last before the element is applied.
    let level: AnyClass
    /// The values that the class needs while it is created, by archive key.
    let keys: @Sendable (ElementReader) -> [String: Any]
    let make: @Sendable (NSCoder) -> NSObject?
    let configure: @Sendable (NSObject, ElementReader) -> Void
}

extension NibKind {
    /// Creates the kind of a view. Subviews are added after the properties are set.
    ///
    /// - Parameter level: The class whose initializer runs last, or `nil` for `type` itself.
    static func view<View: UIView>(
        _ name: String, _ type: View.Type, level: AnyClass? = nil,
        configure: @escaping @Sendable (View, ElementReader) -> Void = { _, _ in }
    ) -> NibKind {
        view(name, type, level: level, subviews: { ViewKind.addSubviews(to: $0, $1) }, configure: configure)
    }

    /// Creates the kind of a view that handles its subviews itself.
    static func view<View: UIView>(
        _ name: String, _ type: View.Type, level: AnyClass? = nil,
        subviews: @escaping @Sendable (View, ElementReader) -> Void,
        configure: @escaping @Sendable (View, ElementReader) -> Void
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

    /// Returns the kind with values that its class needs while it is created.
    func keyed(_ keys: @escaping @Sendable (ElementReader) -> [String: Any]) -> NibKind {
        NibKind(name: name, level: level, keys: keys, make: make, configure: configure)
    }

    /// Creates the kind of a controller. Its view is created on demand.
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

    /// Creates the kind of another object with `init(coder:)`.
    static func object<Object: NSObject & NSCoding>(
        _ name: String, _ type: Object.Type, level: AnyClass? = nil,
        keys: @escaping @Sendable (ElementReader) -> [String: Any] = { _ in [:] },
        configure: @escaping @Sendable (Object, ElementReader) -> Void
    ) -> NibKind {
        NibKind(name: name, level: level ?? type, keys: keys, make: { Object(coder: $0) }) { object, reader in
            if let own = object as? Object { configure(own, reader) }
        }
    }

    /// Creates the kind of an object without a UIKit class, which belongs to the program or has no use here.
    static func plain(_ name: String) -> NibKind {
        NibKind(name: name, level: NSObject.self, keys: { _ in [:] }, make: { _ in NSObject() }, configure: { _, _ in })
    }
}

/// The known elements. The classes of another module are added as one more list.
enum NibKinds {
    static let all: [String: NibKind] = {
        let lists = [
            ViewKind.kinds, LabelKinds.kinds, ButtonKind.kinds, ControlKinds.kinds, ScrollKinds.kinds, BarKinds.kinds,
            GestureKinds.kinds, ControllerKind.kinds, ContainerKinds.kinds, TypingKinds.kinds, TableKinds.kinds,
            CollectionKinds.kinds,
        ]
        return Dictionary(lists.joined().map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    }()

    /// The elements that are not objects or that only Interface Builder uses.
    static let silent: Set<String> = [
        "placeholder", "exit", "point", "viewControllerPlaceholder", "nil", "userComments", "size", "rect",
        "constraint", "viewLayoutGuide", "viewControllerLayoutGuide",
    ]

    /// Returns whether a custom class is one of UIKit's own, which some documents name.
    static func isStandard(_ name: String) -> Bool { standard.contains(name) }

    private static let standard: Set<String> = [
        "UIView", "UILabel", "UIButton", "UIControl", "UIImageView", "UIScrollView", "UIStackView", "UIViewController",
        "UINavigationController", "UITabBarController", "UITableView", "UICollectionView", "UIWindow", "UIResponder",
        "UINavigationBar", "UIToolbar", "UITabBar", "NSObject", "UIApplication", "UITableViewController",
    ]
}

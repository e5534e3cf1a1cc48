import CSwiftRuntime
public import Foundation

/// What classes of views have in common that are known only when the program runs: each can be made.
///
///     func make<Cell: UIView>(_ type: Cell.Type) -> Cell { type.init(frame: .zero) }
///
/// Elsewhere a class's initializers can be called so because they are Objective-C's. Here they are found in the class's
/// table of methods. A class that neither overrides nor inherits the initializer traps, and says so.
public protocol RuntimeMadeView {}

extension RuntimeMadeView {
    /// A view of this class, by its `init(frame:)`.
    public init(frame: CGRect) {
        guard let type = Self.self as? UIView.Type, let view = UIView.make(of: type, frame) as? Self else {
            preconditionFailure("\(Self.self) is no class of views")
        }
        self = view
    }

    /// A view of this class, by its `init(frame:)`, without a size.
    public init() { self.init(frame: .zero) }
}

extension UIView: RuntimeMadeView {
    static func make(of type: UIView.Type, _ frame: CGRect) -> UIView {
        // A class's metatype is the address of its metadata, and the object comes retained once.
        let object = tilework_make_view(
            unsafeBitCast(type, to: UnsafeRawPointer.self), frame.origin.x, frame.origin.y, frame.size.width,
            frame.size.height)
        guard let object else { preconditionFailure("\(type).init(frame:) made nothing") }
        return Unmanaged<UIView>.fromOpaque(object).takeRetainedValue()
    }
}

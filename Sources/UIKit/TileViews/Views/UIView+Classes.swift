import CSwiftRuntime
public import Foundation

/// A protocol that lets programs create instances of view classes that are known only at run time.
///
///     func make<Cell: UIView>(_ type: Cell.Type) -> Cell { type.init(frame: .zero) }
///
/// On other platforms this works because initializers are Objective-C methods. Here the initializer is looked up in the
/// method table of the class. Traps with a message if the class neither overrides nor inherits the initializer.
public protocol RuntimeMadeView {}

extension RuntimeMadeView {
    /// Creates an instance of the class with `init(frame:)`.
    public init(frame: CGRect) {
        guard let type = Self.self as? UIView.Type, let view = UIView.make(of: type, frame) as? Self else {
            preconditionFailure("\(Self.self) is no class of views")
        }
        self = view
    }

    /// Creates an instance of the class with `init(frame:)` and zero size.
    public init() { self.init(frame: .zero) }
}

extension UIView: RuntimeMadeView {
    static func make(of type: UIView.Type, _ frame: CGRect) -> UIView {
        // A class's metatype is the address of its metadata. The object is returned retained.
        let object = tilework_make_view(
            unsafeBitCast(type, to: UnsafeRawPointer.self), frame.origin.x, frame.origin.y, frame.size.width,
            frame.size.height)
        guard let object else { preconditionFailure("\(type).init(frame:) made nothing") }
        return Unmanaged<UIView>.fromOpaque(object).takeRetainedValue()
    }
}

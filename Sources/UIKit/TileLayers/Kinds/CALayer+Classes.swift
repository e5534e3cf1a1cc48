import CSwiftRuntime
import Foundation

extension CALayer {
    /// Creates a layer of a class known only at run time with its overridden or inherited `init()`. Traps if the class
    /// has none, as on other systems.
    package static func make(of type: CALayer.Type) -> CALayer {
        if type == CALayer.self { return CALayer() }
        // A class's metatype is the address of its metadata, and the object is returned retained.
        let object = tilework_make_object(unsafeBitCast(type, to: UnsafeRawPointer.self))
        guard let object else { preconditionFailure("\(type).init() made nothing") }
        return Unmanaged<CALayer>.fromOpaque(object).takeRetainedValue()
    }
}

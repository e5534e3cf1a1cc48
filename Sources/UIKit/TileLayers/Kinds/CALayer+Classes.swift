import CSwiftRuntime
import Foundation

extension CALayer {
    /// A new layer of a class that is known only when the program runs, made by its `init()`, which it overrides or
    /// inherits. A class that has none traps, as it does elsewhere.
    package static func make(of type: CALayer.Type) -> CALayer {
        if type == CALayer.self { return CALayer() }
        // A class's metatype is the address of its metadata, and the object comes retained once.
        let object = tilework_make_object(unsafeBitCast(type, to: UnsafeRawPointer.self))
        guard let object else { preconditionFailure("\(type).init() made nothing") }
        return Unmanaged<CALayer>.fromOpaque(object).takeRetainedValue()
    }
}

import Foundation

/// A coder for an element of a document instead of an archive. It configures an object from the element once the
/// object's class is ready. It has no values for the keys of archives.
package protocol DocumentCoder: NSCoder {
    /// Configures an object after the `init(coder:)` of one of its classes has run.
    func configure(_ object: NSObject, as level: AnyClass)
}

extension NSCoder {
    /// Lets a document coder configure the object. The `init(coder:)` of each UIKit class calls this last, so that a
    /// subclass finds every setting of a nib and can override it.
    package func settle(_ object: NSObject, as level: AnyClass) {
        (self as? any DocumentCoder)?.configure(object, as: level)
    }
}

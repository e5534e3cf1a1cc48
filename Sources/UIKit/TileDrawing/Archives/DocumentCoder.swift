import Foundation

/// A coder that stands for an element of a document instead of an archive: it gives an object what the element says,
/// once the object's class is ready for it. Under the keys of archives it has nothing.
package protocol DocumentCoder: NSCoder {
    /// A class has done what its `init(coder:)` does.
    func configure(_ object: NSObject, as level: AnyClass)
}

extension NSCoder {
    /// The last thing that `init(coder:)` of each class of UIKit does, so that a program's own subclass finds all that
    /// a nib says, and can overrule it.
    package func settle(_ object: NSObject, as level: AnyClass) {
        (self as? any DocumentCoder)?.configure(object, as: level)
    }
}

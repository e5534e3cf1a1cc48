public import Foundation

extension UIImage {
    /// The traits for which an image is meant.
    // @unchecked Sendable: NSObject is not marked so, but a configuration adds only a constant of a Sendable type to
    // it.
    public final class Configuration: NSObject, NSCopying, @unchecked Sendable {
        public let traitCollection: UITraitCollection?

        init(_ traitCollection: UITraitCollection?) { self.traitCollection = traitCollection }

        public convenience init(traitCollection: UITraitCollection?) { self.init(traitCollection) }

        /// The same for other traits.
        public func withTraitCollection(_ traitCollection: UITraitCollection?) -> Configuration {
            Configuration(traitCollection)
        }

        /// This configuration with what the other says.
        public func applying(_ other: Configuration?) -> Configuration {
            Configuration(other?.traitCollection ?? traitCollection)
        }

        public func copy(with zone: NSZone? = nil) -> Any { self }

        public override func isEqual(_ object: Any?) -> Bool {
            guard let other = object as? Configuration else { return false }
            return traitCollection == other.traitCollection
        }

        public override var hash: Int { traitCollection?.hash ?? 0 }
    }
}

extension UITraitCollection {
    /// A configuration for images of these traits.
    public var imageConfiguration: UIImage.Configuration { UIImage.Configuration(traitCollection: self) }
}

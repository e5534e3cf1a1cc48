public import Foundation

extension UIImage {
    /// The traits for which an image is meant.
    // @unchecked Sendable: NSObject is not marked so, but a configuration adds only constants of Sendable types to it.
    public class Configuration: NSObject, NSCopying, @unchecked Sendable {
        public final let traitCollection: UITraitCollection?
        /// The settings of symbols; nothing is specified unless this is a symbol configuration.
        final let symbol: SymbolSettings

        required init(_ traitCollection: UITraitCollection?, symbol: SymbolSettings) {
            self.traitCollection = traitCollection
            self.symbol = symbol
        }

        public convenience init(traitCollection: UITraitCollection?) {
            self.init(traitCollection, symbol: SymbolSettings())
        }

        /// The same for other traits.
        public final func withTraitCollection(_ traitCollection: UITraitCollection?) -> Self {
            Self(traitCollection, symbol: symbol)
        }

        /// This configuration with what the other says.
        public final func applying(_ other: Configuration?) -> Self {
            guard let other else { return self }
            return Self(other.traitCollection ?? traitCollection, symbol: symbol.applying(other.symbol))
        }

        public final func copy(with zone: NSZone? = nil) -> Any { self }

        public final override func isEqual(_ object: Any?) -> Bool {
            guard let other = object as? Configuration else { return false }
            return traitCollection == other.traitCollection && symbol == other.symbol
                && type(of: self) == type(of: other)
        }

        public final override var hash: Int {
            var hasher = Hasher()
            hasher.combine(traitCollection?.hash)
            hasher.combine(symbol)
            return hasher.finalize()
        }
    }
}

extension UITraitCollection {
    /// A configuration for images of these traits.
    public var imageConfiguration: UIImage.Configuration { UIImage.Configuration(traitCollection: self) }
}

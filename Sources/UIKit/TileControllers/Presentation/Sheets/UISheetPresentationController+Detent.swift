public import Foundation
public import TileDrawing

/// What a detent of one's own is told to find its height.
public protocol UISheetPresentationControllerDetentResolutionContext: NSObjectProtocol {
    var containerTraitCollection: UITraitCollection { get }
    /// The height of a sheet that is as large as can be, without what the safe area takes at the bottom, in points.
    var maximumDetentValue: CGFloat { get }
}

extension UISheetPresentationController {
    /// A height at which a sheet rests.
    public final class Detent: NSObject {
        public struct Identifier: RawRepresentable, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }
            public init(_ rawValue: String) { self.init(rawValue: rawValue) }

            public static let medium = Identifier("com.apple.UIKit.medium")
            public static let large = Identifier("com.apple.UIKit.large")
        }

        public let identifier: Identifier
        private let resolver: (any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?

        private init(
            _ identifier: Identifier,
            _ resolver: @escaping (any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?
        ) {
            self.identifier = identifier
            self.resolver = resolver
        }

        /// About half of the container; inactive where the height is compact.
        public class func medium() -> Detent {
            Detent(.medium) {
                guard $0.containerTraitCollection.verticalSizeClass != .compact else { return nil }
                return ($0 as? DetentContext)?.mediumValue ?? $0.maximumDetentValue / 2
            }
        }

        /// As large as can be.
        public class func large() -> Detent { Detent(.large) { $0.maximumDetentValue } }

        /// A height of one's own, in points, without what the safe area takes at the bottom; nil where the detent is
        /// inactive.
        public class func custom(
            identifier: Identifier? = nil,
            resolver: @escaping (_ context: any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?
        ) -> Detent {
            Detent(identifier ?? Identifier(UUID().uuidString), resolver)
        }

        /// The height in a container; nil where it is inactive.
        public func resolvedValue(in context: any UISheetPresentationControllerDetentResolutionContext) -> CGFloat? {
            guard let value = resolver(context), value.isFinite, value > 0 else { return nil }
            return min(value, context.maximumDetentValue)
        }
    }
}

final class DetentContext: NSObject, UISheetPresentationControllerDetentResolutionContext {
    let containerTraitCollection: UITraitCollection
    let maximumDetentValue: CGFloat
    let mediumValue: CGFloat

    init(_ traits: UITraitCollection, maximum: CGFloat, medium: CGFloat) {
        (containerTraitCollection, maximumDetentValue, mediumValue) = (traits, max(0, maximum), max(0, medium))
    }
}

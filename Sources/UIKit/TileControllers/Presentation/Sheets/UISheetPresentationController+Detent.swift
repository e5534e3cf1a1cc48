public import Foundation
public import TileDrawing

/// The information for resolving a custom detent's height.
public protocol UISheetPresentationControllerDetentResolutionContext: NSObjectProtocol {
    var containerTraitCollection: UITraitCollection { get }
    /// The height of the largest possible sheet, without the safe area at the bottom, in points.
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

        /// Creates a detent at about half of the container's height, above the safe area at the bottom. It is inactive
        /// in a compact height.
        public class func medium() -> Detent {
            Detent(.medium) {
                guard $0.containerTraitCollection.verticalSizeClass != .compact else { return nil }
                return ($0 as? DetentContext)?.mediumValue ?? $0.maximumDetentValue / 2
            }
        }

        /// Creates a detent at the maximum height.
        public class func large() -> Detent { Detent(.large) { $0.maximumDetentValue } }

        /// Creates a custom detent. The closure returns the height in points, without the safe area at the bottom; nil
        /// if the detent is inactive.
        public class func custom(
            identifier: Identifier? = nil,
            resolver: @escaping (_ context: any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?
        ) -> Detent {
            Detent(identifier ?? Identifier(UUID().uuidString), resolver)
        }

        /// Returns the height in a container; nil if the detent is inactive.
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

public import Foundation
import TileDrawing

/// A transformation of text attributes, for configurations. Two values are equal if one is a copy of the other.
///
///     configuration.titleTextAttributesTransformer = UIConfigurationTextAttributesTransformer { incoming in
///         var outgoing = incoming
///         outgoing.font = .boldSystemFont(ofSize: 20)
///         return outgoing
///     }
public struct UIConfigurationTextAttributesTransformer: Hashable {
    private final class Closure {
        let call: (AttributeContainer) -> AttributeContainer
        init(_ call: @escaping (AttributeContainer) -> AttributeContainer) { self.call = call }
    }

    private let closure: Closure

    public init(_ transform: @escaping (AttributeContainer) -> AttributeContainer) { closure = Closure(transform) }

    /// The transformation's closure.
    public var transform: (AttributeContainer) -> AttributeContainer { closure.call }

    public func callAsFunction(_ input: AttributeContainer) -> AttributeContainer { closure.call(input) }

    public static func == (
        a: UIConfigurationTextAttributesTransformer, b: UIConfigurationTextAttributesTransformer
    ) -> Bool { a.closure === b.closure }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(closure)) }
}

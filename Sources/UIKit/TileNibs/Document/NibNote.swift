/// A part of a nib that wasn't understood or couldn't be applied. Loading continues without it.
public struct NibNote: Hashable, Sendable, CustomStringConvertible {
    public enum Kind: String, Sendable, CaseIterable {
        /// An unknown element. A plain view or nothing replaces it.
        case element
        /// An unknown property, or a property with an unknown value.
        case property
        /// A class that isn't registered. The class of the element replaces it.
        case unknownClass = "class"
        /// An outlet of a class that isn't registered.
        case outlet
        case action
        /// A runtime attribute that the class of the object doesn't support.
        case attribute
        /// A missing image, color, font or storyboard.
        case resource
        /// A reference to a missing object.
        case reference
        case segue
        case constraint
    }

    public let kind: Kind
    /// The name of the file.
    public let file: String
    /// The line, starting at 1, or 0 if unknown.
    public let line: Int
    /// The identifier of the object, with its name or label if it has one.
    public let object: String
    public let text: String

    public var description: String {
        let place = line > 0 ? "\(file):\(line)" : file
        return object.isEmpty ? "\(place): \(text)" : "\(place): \(object): \(text)"
    }
}

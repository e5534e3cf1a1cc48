/// Something of a nib that was not understood, or had nowhere to go. Loading goes on without it.
public struct NibNote: Hashable, Sendable, CustomStringConvertible {
    public enum Kind: String, Sendable, CaseIterable {
        /// An element that is unknown here; a plain view, or nothing, stands in for it.
        case element
        /// A property that is unknown here, or whose value is.
        case property
        /// A class that nobody registered; the element's own stands in for it.
        case unknownClass = "class"
        /// A property of a class that nobody registered.
        case outlet
        case action
        /// A runtime attribute that the object's class does not answer to.
        case attribute
        /// An image, a color, a font, another storyboard that is not there.
        case resource
        /// A reference to an object that is not there.
        case reference
        case segue
        case constraint
    }

    public let kind: Kind
    /// The file's name.
    public let file: String
    /// From 1; 0 where there is none.
    public let line: Int
    /// The object's id, and its name or label where it has one.
    public let object: String
    public let text: String

    public var description: String {
        let place = line > 0 ? "\(file):\(line)" : file
        return object.isEmpty ? "\(place): \(text)" : "\(place): \(object): \(text)"
    }
}

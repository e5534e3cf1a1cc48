/// An element of a nib's document: a view, a controller, a constraint, a color.
public struct NibElement: Sendable {
    /// As the document has it: `label`, `tableViewCell`.
    public let name: String
    public internal(set) var attributes: [String: String]
    public internal(set) var children: [NibElement] = []
    /// The characters in it that belong to none of its children, without white space around them.
    public internal(set) var text = ""
    /// In the document, from 1; 0 where it has no lines.
    public let line: Int

    init(_ name: String, _ attributes: [String: String] = [:], line: Int = 0) {
        (self.name, self.attributes, self.line) = (name, attributes, line)
    }

    public subscript(attribute: String) -> String? { attributes[attribute] }

    public var id: String? { attributes["id"] }
    /// The property of its parent that it stands for.
    public var key: String? { attributes["key"] }

    /// The first child that stands for a property.
    public func child(key: String) -> NibElement? { children.first { $0.key == key } }
    /// The first child of a name.
    public func child(_ name: String) -> NibElement? { children.first { $0.name == name } }
    public func children(_ name: String) -> some Collection<NibElement> { children.lazy.filter { $0.name == name } }
    /// The children of the first child of a name: `subviews`, `constraints`, `connections`.
    public func list(_ name: String) -> [NibElement] { child(name)?.children ?? [] }

    /// Calls the closure for itself and all below it, parents first.
    public func visit(_ body: (NibElement) -> Void) {
        body(self)
        for child in children { child.visit(body) }
    }

    /// Calls the closure for itself and all below it, which it may change.
    mutating func update(_ body: (inout NibElement) -> Void) {
        body(&self)
        for index in children.indices { children[index].update(body) }
    }
}

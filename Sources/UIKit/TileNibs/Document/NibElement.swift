/// An element of a document, such as a view, a controller, a constraint or a color.
public struct NibElement: Sendable {
    /// The name in the document, such as `label` or `tableViewCell`.
    public let name: String
    public internal(set) var attributes: [String: String]
    public internal(set) var children: [NibElement] = []
    /// The characters outside of the element's children, without surrounding white space.
    public internal(set) var text = ""
    /// The line in the document, starting at 1, or 0 if the document has no lines.
    public let line: Int

    init(_ name: String, _ attributes: [String: String] = [:], line: Int = 0) {
        (self.name, self.attributes, self.line) = (name, attributes, line)
    }

    public subscript(attribute: String) -> String? { attributes[attribute] }

    public var id: String? { attributes["id"] }
    /// The property of the parent whose value this element is.
    public var key: String? { attributes["key"] }

    /// Returns the first child that is the value of a property.
    public func child(key: String) -> NibElement? { children.first { $0.key == key } }
    /// Returns the first child with a name.
    public func child(_ name: String) -> NibElement? { children.first { $0.name == name } }
    public func children(_ name: String) -> some Collection<NibElement> { children.lazy.filter { $0.name == name } }
    /// Returns the children of the first child with a name, such as `subviews`, `constraints` or `connections`.
    public func list(_ name: String) -> [NibElement] { child(name)?.children ?? [] }

    /// Calls the closure for the element and all of its descendants, parents first.
    public func visit(_ body: (NibElement) -> Void) {
        body(self)
        for child in children { child.visit(body) }
    }

    /// Calls the closure for the element and all of its descendants, which the closure can change.
    mutating func update(_ body: (inout NibElement) -> Void) {
        body(&self)
        for index in children.indices { children[index].update(body) }
    }
}

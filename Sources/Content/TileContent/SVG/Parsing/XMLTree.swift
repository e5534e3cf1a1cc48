import CXML2
import Foundation

/// A part of a document's text, as UTF-8 bytes.
// An unsafe pointer, because a document holds a hundred thousand values and each String would be an allocation; it
// points into the tree's own arena and is used only while the tree is alive.
typealias TextBytes = UnsafeBufferPointer<UInt8>

/// An XML document for the SVG reader: elements and text in document order, names as small numbers, values in one
/// arena.
///
/// It is parsed with libxml2's SAX interface. No other file is ever opened, and the expansion of declared entities is
/// subject to libxml2's limits.
final class XMLTree {
    struct Node {
        /// The element; nil for a text node.
        var element: SVGElement?
        var parent: Int32
        var firstChild: Int32 = -1
        var nextSibling: Int32 = -1
        /// The index of the first attribute and the number of attributes. A text node, which has no attributes, stores
        /// the position and length of its characters here.
        var firstAttribute: Int32
        var attributeCount: Int32
        /// The range of a text node's characters.
        var text: Range<Int32> {
            get { element == nil ? firstAttribute..<firstAttribute + attributeCount : 0..<0 }
            set { (firstAttribute, attributeCount) = (newValue.lowerBound, newValue.upperBound - newValue.lowerBound) }
        }
    }

    struct Attribute {
        var name: SVGAttribute
        var value: Range<Int32>
    }

    private(set) var nodes: ContiguousArray<Node> = []
    private(set) var attributes: ContiguousArray<Attribute> = []
    /// The elements by id. If an id is repeated, the first element wins.
    private var nodesByID = SVGIDTable()
    private var arena: UnsafeMutablePointer<UInt8>
    private var arenaCount = 0
    private let arenaCapacity: Int
    /// The lines of the nodes.
    private(set) var lines = XMLLines()
    /// The elements that are not drawn as their author wrote them.
    private(set) var omissions = SVGOmissions()
    /// Whether the document declares entities, so that libxml2 must limit their expansion.
    private(set) var declaresEntities = false

    deinit { arena.deallocate() }

    func bytes(_ range: Range<Int32>) -> TextBytes {
        TextBytes(start: arena + Int(range.lowerBound), count: range.count)
    }

    /// Returns the first element with an id.
    func node(withID id: String) -> Int32? {
        var id = id
        return id.withUTF8 { wanted in nodesByID.find(wanted) { self.id(of: $0) } }
    }

    private func id(of node: Int32) -> TextBytes {
        let node = nodes[Int(node)]
        for index in Int(node.firstAttribute)..<Int(node.firstAttribute + node.attributeCount)
        where attributes[index].name == .id {
            return bytes(attributes[index].value)
        }
        return TextBytes(start: nil, count: 0)
    }

    /// Attributes that are kept although the reader does not know them, by number.
    private let keptNames: [String: Int32]
    private var keptValues: [Int32: [(name: Int32, value: Range<Int32>)]] = [:]
    private var keptCount = 0

    /// Returns the value of a kept attribute by its number, or nil.
    func keptValue(_ node: Int32, _ name: Int32) -> TextBytes? {
        guard let value = keptValues[node]?.first(where: { $0.name == name })?.value else { return nil }
        let bytes = bytes(value)
        noteReading(bytes)
        return bytes
    }

    /// Returns the attributes of an element that the reader knows.
    func attributes(of node: Int32) -> ArraySlice<Attribute> {
        let node = nodes[Int(node)]
        guard node.element != nil else { return [] }
        return ArraySlice(attributes[Int(node.firstAttribute)..<Int(node.firstAttribute + node.attributeCount)])
    }

    /// The memory held, in bytes.
    var byteCount: Int {
        nodes.count * MemoryLayout<Node>.stride + attributes.count * MemoryLayout<Attribute>.stride + arenaCount
            + nodesByID.byteCount + lines.byteCount + keptCount * Self.bytesPerKeptValue
    }

    /// The memory of a value in a dictionary of arrays.
    private static let bytesPerKeptValue = 120

    func string(_ range: Range<Int32>) -> String { String(decoding: bytes(range), as: UTF8.self) }

    /// Returns the value of an attribute, or nil.
    ///
    /// - Complexity: O(attributes of the node).
    func value(_ node: Int32, _ name: SVGAttribute) -> TextBytes? {
        let node = nodes[Int(node)]
        guard node.element != nil else { return nil }
        for index in Int(node.firstAttribute)..<Int(node.firstAttribute + node.attributeCount)
        where attributes[index].name == name {
            let value = bytes(attributes[index].value)
            noteReading(value)
            return value
        }
        return nil
    }

    /// The bytes of values read, counting repeated reads caused by references and style sheets, plus a fixed cost for
    /// each read.
    private(set) var readCount = 0

    /// Resets `readCount` before the whole document is read again.
    func forgetReadings() { readCount = 0 }

    /// Counts the reading of a value.
    func noteReading(_ value: TextBytes) { readCount += value.count + Self.readingCost }

    /// The fixed cost of reading a value, as a number of bytes: a value of this length takes twice as long as an empty
    /// one.
    private static let readingCost = 16

    /// Whether the document has conditional processing attributes.
    private(set) var hasConditions = false

    /// Whether `context-` occurs in a value or a stored text.
    ///
    /// - Complexity: O(document).
    var mentionsContext: Bool {
        let word = Array("context-".utf8)
        // The letter `x` is rare in numbers and other words.
        let rare = 5
        var at = rare
        while at < arenaCount, let found = memchr(arena + at, Int32(word[rare]), arenaCount - at) {
            let start = arena.distance(to: found.assumingMemoryBound(to: UInt8.self)) - rare
            if start + word.count <= arenaCount, memcmp(arena + start, word, word.count) == 0 { return true }
            at = start + rare + 1
        }
        return false
    }

    /// Whether a value or a stored text may refer to a custom property.
    ///
    /// - Complexity: O(document), at memory speed.
    var mentionsVariables: Bool {
        let text = TextBytes(start: arena, count: arenaCount)
        var at = 0
        while at < arenaCount, let found = memchr(arena + at, 0x28, arenaCount - at) {
            let parenthesis = arena.distance(to: found.assumingMemoryBound(to: UInt8.self))
            // Another value may end right before this one.
            if SVGVariableReference.endsWithName(text, at: parenthesis) { return true }
            at = parenthesis + 1
        }
        return false
    }

    /// The style sheets that processing instructions before the root link to, in their order.
    private(set) var styleSheetLinks: [XMLStyleSheetLink] = []

    /// The bytes of all values and texts.
    var textCount: Int { arenaCount }

    func children(of node: Int32) -> ChildSequence { ChildSequence(tree: self, upcoming: nodes[Int(node)].firstChild) }

    struct ChildSequence: Sequence, IteratorProtocol {
        let tree: XMLTree
        var upcoming: Int32

        mutating func next() -> Int32? {
            guard upcoming >= 0 else { return nil }
            defer { upcoming = tree.nodes[Int(upcoming)].nextSibling }
            return upcoming
        }
    }

    /// Returns whether an element that is not drawn here would draw in a browser.
    private func isOmitted(_ node: Int32, _ element: SVGElement) -> Bool {
        switch element {
        case .script:
            guard let type = value(node, .type), !type.isEmpty else { return true }
            return CSSText.equals(type, "module")
                || String(decoding: type, as: UTF8.self).lowercased().hasSuffix("script")
        default: return true
        }
    }

    // MARK: Parsing

    /// A parse error and its position.
    struct Failure: Error {
        var message: String
        var line: Int
        /// Whether the only problem is that the document takes too much memory.
        var isTooLarge = false
    }

    /// The maximum depth of elements; the same as libxml2's own limit.
    static let largestDepth = 256
    /// The maximum size of values and text together: offsets have 32 bits.
    private static let largestArena = Int(Int32.max)

    /// The maximum memory, in bytes.
    private let maxBytes: Int
    private let notesUnknownAttributes: Bool

    /// Parses a document.
    ///
    /// - Parameters:
    ///   - maxBytes: The maximum memory. Parsing fails before it takes more.
    ///   - keptNames: Attributes to keep although the reader does not know them, with their numbers.
    ///   - notesUnknownAttributes: Whether attributes that the reader does not know are omissions.
    /// - Complexity: O(bytes).
    init(
        _ data: Data, maxBytes: Int = .max, keeping keptNames: [String: Int32] = [:],
        notesUnknownAttributes: Bool = false
    ) throws(Failure) {
        self.maxBytes = maxBytes
        self.notesUnknownAttributes = notesUnknownAttributes
        self.keptNames = keptNames
        // Entities may expand values; libxml2 limits that, and the arena checks it.
        arenaCapacity = min(Self.largestArena, data.count * 2 + 65536)
        arena = .allocate(capacity: arenaCapacity)
        reserve(data)
        let builder = Builder(self)
        var failure = builder.parse(data, options: XML_PARSE_HUGE)
        if failure != nil, builder.declaresEntities {
            // A second attempt without `XML_PARSE_HUGE`, so that libxml2 limits the expansion of entities.
            reset()
            let limited = Builder(self)
            limited.allowsEntities = true
            failure = limited.parse(data, options: xmlParserOption(0))
        }
        if let failure { throw failure }
        declaresEntities = builder.declaresEntities
        if nodes.isEmpty { throw Failure(message: "the document has no element", line: 1) }
    }

    /// Reserves capacity for the estimated content, because growing the arrays would temporarily double their memory.
    /// Unused capacity takes no memory.
    private func reserve(_ data: Data) {
        guard data.count > 1 << 20 else { return }
        let largest = min(maxBytes, 1 << 32) / 2
        nodes.reserveCapacity(min(data.count(of: 0x3C), largest / MemoryLayout<Node>.stride))
        attributes.reserveCapacity(min(data.count(of: 0x3D), largest / MemoryLayout<Attribute>.stride))
    }

    private func reset() {
        nodes = []
        attributes = []
        lines = XMLLines()
        omissions = SVGOmissions()
        nodesByID = SVGIDTable()
        styleSheetLinks = []
        arenaCount = 0
        keptValues = [:]
        keptCount = 0
    }

    private func append(_ start: UnsafePointer<UInt8>, _ count: Int) -> Range<Int32>? {
        guard arenaCount + count <= arenaCapacity else { return nil }
        (arena + arenaCount).update(from: start, count: count)
        let range = Int32(arenaCount)..<Int32(arenaCount + count)
        arenaCount += count
        return range
    }

    /// The state of the SAX callbacks.
    private final class Builder {
        unowned let tree: XMLTree
        var context: xmlParserCtxtPtr?
        var open: [Int32] = []
        /// The last child of each open element, for linking the next.
        var lastChildren: [Int32] = []
        var declaresEntities = false
        var allowsEntities = false
        var failure: Failure?
        /// The maximum number of distinct element names, and of attribute names, because each is kept. No program
        /// writes more.
        static let maxNames = 10_000
        /// The names by address: libxml2 interns them.
        var elementNames: [UnsafeRawPointer: (SVGElement?, String)] = [:]
        var attributeNames: [UnsafeRawPointer: SVGAttribute?] = [:]

        init(_ tree: XMLTree) { self.tree = tree }

        func parse(_ data: Data, options: xmlParserOption) -> Failure? {
            guard data.count <= Int(Int32.max) else {
                return Failure(message: "it is longer than 2 GB", line: 1)
            }
            if XMLPrologue.hasCrowdedTag(data) {
                return Failure(
                    message: "an element has more than \(XMLPrologue.largestAttributeCount) attributes", line: 0)
            }
            var handler = XMLEvents.handler
            handler.startElementNs = XMLTree.startElement
            handler.endElementNs = XMLTree.endElement
            handler.characters = XMLTree.characters
            handler.ignorableWhitespace = XMLTree.characters
            handler.cdataBlock = XMLTree.characters
            handler.entityDecl = XMLTree.entity
            handler.processingInstruction = XMLTree.instruction
            let failure = XMLEvents.parse(
                data, &handler, options: options, user: Unmanaged.passUnretained(self).toOpaque(),
                started: { context = $0 }, isStopped: { self.failure != nil })
            context = nil
            return self.failure ?? failure
        }

        func stop(_ message: String, isTooLarge: Bool = false) {
            guard failure == nil else { return }
            failure = Failure(
                message: message, line: context.map { Int(xmlSAX2GetLineNumber($0)) } ?? 0, isTooLarge: isTooLarge)
            if let context { xmlStopParser(context) }
        }

        /// The line that the parser has reached.
        var line: Int { context.flatMap { $0.pointee.input }.map { Int($0.pointee.line) } ?? 1 }

        /// Notes an element that is not drawn. Its descendants are not noted too.
        @inline(__always)
        func noteOmission(_ index: Int32, _ name: UnsafePointer<UInt8>, attributeCount: Int) {
            let element = tree.nodes[Int(index)].element ?? .unknown
            guard let kind = element.omission else { return }
            if let parent = open.last, tree.nodes[Int(parent)].element?.hidesDescendants == true { return }
            if element == .unknown, open.isEmpty { return }
            if !tree.isOmitted(index, element) { return }
            // HTML elsewhere is not drawn by browsers either.
            if element.isHTML, !open.contains(where: { tree.nodes[Int($0)].element == .foreignObject }) { return }
            tree.omissions.note(kind, "<\(String(cString: name))>", at: index)
        }

        func link(_ index: Int32) {
            guard let parent = open.last else { return }
            let last = lastChildren[lastChildren.count - 1]
            if last < 0 {
                tree.nodes[Int(parent)].firstChild = index
            } else {
                tree.nodes[Int(last)].nextSibling = index
            }
            lastChildren[lastChildren.count - 1] = index
        }
    }

    private static func builder(_ context: UnsafeMutableRawPointer?) -> Builder {
        // libxml2 passes the parser context. Its private field holds the builder, which `parse` keeps alive.
        let parser = context!.assumingMemoryBound(to: xmlParserCtxt.self)
        return Unmanaged<Builder>.fromOpaque(parser.pointee._private).takeUnretainedValue()
    }

    private static let svgNamespace = "http://www.w3.org/2000/svg"
    private static let xhtmlNamespace = "http://www.w3.org/1999/xhtml"
    private static let xlinkNamespace = "http://www.w3.org/1999/xlink"
    private static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"

    private static func string(_ pointer: UnsafePointer<UInt8>?) -> String { pointer.map { String(cString: $0) } ?? "" }

    private static let startElement: startElementNsSAX2Func = {
        context, localName, _, uri, _, _, attributeCount, _, values in
        let builder = XMLTree.builder(context)
        let tree = builder.tree
        guard builder.open.count < XMLTree.largestDepth else {
            return builder.stop("elements nest deeper than \(XMLTree.largestDepth)")
        }
        guard tree.byteCount <= tree.maxBytes else {
            return builder.stop("its elements and attributes take too much memory", isTooLarge: true)
        }
        // The local name alone is the key: names are interned, and few are used in two namespaces.
        let key = UnsafeRawPointer(localName!)
        let element: SVGElement?
        if let known = builder.elementNames[key], known.1 == string(uri) {
            element = known.0
        } else {
            let namespace = string(uri)
            let isSVG = namespace.isEmpty || namespace == svgNamespace
            if isSVG {
                let known = SVGElement(rawValue: string(localName))
                element = known?.isHTML == true ? .unknown : known
            } else {
                element = namespace == xhtmlNamespace ? SVGElement(html: string(localName)) : .foreign
            }
            builder.elementNames[key] = (element, namespace)
            guard builder.elementNames.count <= Builder.maxNames else {
                return builder.stop("its elements have more than \(Builder.maxNames) different names")
            }
        }
        let index = Int32(tree.nodes.count)
        builder.link(index)
        let firstAttribute = Int32(tree.attributes.count)
        var hasID = false
        if let values {
            for number in 0..<Int(attributeCount) {
                let at = number * 5
                guard let name = values[at], let begin = values[at + 3], let end = values[at + 4] else { continue }
                let nameKey = UnsafeRawPointer(name)
                let attribute: SVGAttribute?
                if let known = builder.attributeNames[nameKey], values[at + 2] == nil {
                    attribute = known
                } else {
                    let namespace = string(values[at + 2])
                    switch namespace {
                    case "":
                        attribute = SVGAttribute(rawValue: string(name))
                        builder.attributeNames[nameKey] = .some(attribute)
                        guard builder.attributeNames.count <= Builder.maxNames else {
                            return builder.stop("its attributes have more than \(Builder.maxNames) different names")
                        }
                    case xlinkNamespace: attribute = string(name) == "href" ? .xlinkHref : nil
                    case xmlNamespace:
                        attribute = string(name) == "space" ? .xmlSpace : string(name) == "lang" ? .xmlLang : nil
                    default: attribute = nil
                    }
                }
                guard let attribute else {
                    if tree.notesUnknownAttributes { tree.omissions.note(.property, string(name), at: index) }
                    if !tree.keptNames.isEmpty, values[at + 2] == nil, let number = tree.keptNames[string(name)] {
                        guard let range = tree.append(begin, end - begin) else {
                            return builder.stop("its entities make it grow too much")
                        }
                        tree.keptValues[index, default: []].append((number, range))
                        tree.keptCount += 1
                    }
                    continue
                }
                guard let range = tree.append(begin, end - begin) else {
                    return builder.stop("its entities make it grow too much")
                }
                tree.attributes.append(Attribute(name: attribute, value: range))
                if attribute == .id { hasID = true }
                if attribute == .systemLanguage || attribute == .requiredExtensions { tree.hasConditions = true }
            }
        }
        tree.nodes.append(
            Node(
                element: element ?? .unknown, parent: builder.open.last ?? -1, firstAttribute: firstAttribute,
                attributeCount: Int32(tree.attributes.count) - firstAttribute))
        tree.lines.append(builder.line)
        builder.noteOmission(index, localName!, attributeCount: Int(attributeCount))
        builder.open.append(index)
        builder.lastChildren.append(-1)
        if hasID { tree.nodesByID.insert(index) { tree.id(of: $0) } }
    }

    private static let endElement: endElementNsSAX2Func = { context, _, _, _ in
        let builder = XMLTree.builder(context)
        builder.open.removeLast()
        builder.lastChildren.removeLast()
    }

    private static let characters: charactersSAXFunc = { context, characters, count in
        let builder = XMLTree.builder(context)
        let tree = builder.tree
        guard let parent = builder.open.last, let characters, count > 0 else { return }
        // Only these elements have text that is drawn or styles something.
        guard let element = tree.nodes[Int(parent)].element, element.keepsText else { return }
        let last = builder.lastChildren[builder.lastChildren.count - 1]
        guard let range = tree.append(characters, Int(count)) else {
            return builder.stop("its entities make it grow too much")
        }
        // libxml2 splits text at its buffer boundaries; a directly adjacent piece belongs to the same text.
        if last >= 0, tree.nodes[Int(last)].element == nil, tree.nodes[Int(last)].text.upperBound == range.lowerBound {
            tree.nodes[Int(last)].text = tree.nodes[Int(last)].text.lowerBound..<range.upperBound
            return
        }
        let index = Int32(tree.nodes.count)
        builder.link(index)
        tree.lines.appendText()
        tree.nodes.append(
            Node(
                element: nil, parent: parent, firstAttribute: range.lowerBound,
                attributeCount: range.upperBound - range.lowerBound))
    }

    private static let instruction: processingInstructionSAXFunc = { context, target, data in
        let tree = XMLTree.builder(context).tree
        guard tree.nodes.isEmpty, let target, let data, strcmp(target, "xml-stylesheet") == 0,
            tree.styleSheetLinks.count < XMLStyleSheetLink.maxCount
        else { return }
        tree.styleSheetLinks.append(XMLStyleSheetLink(String(cString: data)))
    }

    private static let entity: entityDeclSAXFunc = { context, name, type, publicID, systemID, content in
        let builder = XMLTree.builder(context)
        builder.declaresEntities = true
        guard builder.allowsEntities else { return builder.stop("it declares entities") }
        XMLEvents.declare(context, name, type, publicID, systemID, content)
    }
}

import Foundation

/// The part of a document that librsvg needs to draw some of its elements: the elements themselves, everything that
/// they refer to, the style sheets, and the tags of their ancestors, from which they inherit. The smaller document is
/// faster to read and style.
///
/// If a style sheet has selectors for siblings or positions among siblings, the tags of all elements are kept.
struct SVGExcerpt {
    private let tree: XMLTree
    /// The part of each element that is kept, by node.
    private(set) var parts: [XMLExcerpt.Part]
    /// Nodes with references that are not followed yet.
    private var pending: [Int32] = []

    init(of tree: XMLTree, holding elements: [Int32]) {
        self.tree = tree
        parts = [XMLExcerpt.Part](repeating: .none, count: tree.nodes.count)
        for element in elements { keep(element) }
        var asksForSiblings = false
        for node in tree.nodes.indices where tree.nodes[node].element == .style {
            keep(Int32(node))
            for child in tree.children(of: Int32(node)) {
                asksForSiblings = asksForSiblings || Self.asksForSiblings(tree.bytes(tree.nodes[Int(child)].text))
            }
        }
        if asksForSiblings {
            for node in tree.nodes.indices where tree.nodes[node].element != nil && parts[node] == .none {
                parts[node] = .tags
            }
        }
        while let node = pending.popLast() { followReferences(of: node) }
    }

    /// Whether a style sheet may select by siblings. False positives are harmless.
    private static func asksForSiblings(_ text: TextBytes) -> Bool {
        let sheet = String(decoding: text, as: UTF8.self)
        return ["+", "~", ":nth", ":first", ":last", ":only", ":empty"].contains { sheet.contains($0) }
    }

    /// The nodes that are kept completely.
    var nodes: [Int32] { parts.indices.filter { parts[$0] == .whole }.map { Int32($0) } }

    /// Declarations that remove effects from the ancestors, because the picture itself applies them to the island.
    private static let plain =
        "opacity:1!important;filter:none!important;mask:none!important;clip-path:none!important;"
        + "mix-blend-mode:normal!important;isolation:auto!important"

    /// Writes the excerpt; nil if it is longer than the whole document.
    ///
    /// - Parameter ids: Ids for elements that have none.
    func write(_ data: Data, ids: [Int32: String]) -> Data? {
        var byElement: [XMLExcerpt.Part] = []
        var idsByElement: [Int: String] = [:]
        for node in tree.nodes.indices where tree.nodes[node].element != nil {
            if let id = ids[Int32(node)] { idsByElement[byElement.count] = id }
            byElement.append(parts[node])
        }
        return XMLExcerpt.write(
            data, parts: byElement, ids: idsByElement, tagStyle: Self.plain, allowsEntities: tree.declaresEntities,
            maxBytes: data.count * 2 + 65536)
    }

    private mutating func keep(_ element: Int32) {
        guard parts[Int(element)] != .whole else { return }
        // An element's descendants follow it contiguously.
        var node = Int(element)
        repeat {
            if parts[node] != .whole {
                parts[node] = .whole
                pending.append(Int32(node))
            }
            node += 1
        } while node < tree.nodes.count && tree.nodes[node].parent >= element
        var parent = tree.nodes[Int(element)].parent
        while parent >= 0, parts[Int(parent)] == .none {
            parts[Int(parent)] = .tags
            pending.append(parent)
            parent = tree.nodes[Int(parent)].parent
        }
    }

    private mutating func followReferences(of node: Int32) {
        let entry = tree.nodes[Int(node)]
        guard entry.element != nil else { return followReferences(in: tree.bytes(entry.text)) }
        for index in Int(entry.firstAttribute)..<Int(entry.firstAttribute + entry.attributeCount) {
            let attribute = tree.attributes[index]
            switch attribute.name {
            case .d, .points, .id, .class, .transform: break
            default: followReferences(in: tree.bytes(attribute.value))
            }
        }
    }

    /// Follows each `#` fragment in a text, up to a character that ends a URL. Colors are followed too, but rarely
    /// match an id.
    private mutating func followReferences(in text: TextBytes) {
        // Image data contains no references.
        if text.count > 5, text.prefix(5).elementsEqual("data:".utf8) { return }
        var at = 0
        while let hash = text[at...].firstIndex(of: UInt8(ascii: "#")) {
            let rest = text[(hash + 1)...]
            let end =
                rest.firstIndex {
                    switch $0 {
                    case UInt8(ascii: ")"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ";"), 0...0x20: true
                    default: false
                    }
                } ?? rest.endIndex
            if end > hash + 1, let target = tree.node(withID: String(decoding: text[(hash + 1)..<end], as: UTF8.self)) {
                keep(target)
            }
            at = hash + 1
        }
    }
}

/// The namespaces that a style sheet declares: CSS Namespaces Level 3.
struct SVGSelectorNamespaces {
    enum Namespace {
        case svg
        /// A namespace in which nothing is drawn.
        case other
    }

    private(set) var prefixes: [String: Namespace] = [:]
    /// The namespace of names without a prefix; nil if they may be in any.
    private(set) var standard: Namespace?

    /// Adds the namespace of an `@namespace` rule; nothing if the rule is invalid.
    mutating func add(_ bytes: TextBytes) {
        var rest = bytes
        var prefix: String?
        let end = CSSText.endOfName(bytes, from: 0)
        if end > 0, end < bytes.count, bytes[end] != 0x28 {
            prefix = String(decoding: CSSText.name(TextBytes(rebasing: bytes[..<end])), as: UTF8.self)
            rest = TextBytes(rebasing: bytes[CSSText.endOfSpace(bytes, from: end)...])
        }
        let address: [UInt8]
        if let first = rest.first, first == 0x22 || first == 0x27 {
            let (end, ending) = CSSText.endOfString(rest, from: 0)
            guard ending != .invalid, end == rest.count else { return }
            address = CSSText.string(rest)
        } else {
            guard let url = CSSText.url(rest), url.rest.isEmpty else { return }
            address = url.address
        }
        let namespace: Namespace = address.elementsEqual("http://www.w3.org/2000/svg".utf8) ? .svg : .other
        if let prefix { prefixes[prefix] = namespace } else { standard = namespace }
    }
}

import TileEngine
import TileGraphics
import TileSessions

/// The address of a scroll session:
///
///     /session/{id}?content={content}[&format=png|webp|jpg|avif|jxl][&deliver=tiles]
struct SessionAddress {
    var id: SessionID
    var content: Site.Entry
    var format: TileFormat
    /// Whether the viewer accepts tiles that it did not request.
    var takesTiles = false

    static let prefix: StaticString = "/session/"

    /// - Parameters:
    ///   - target: A request's path with its query.
    ///   - wish: Called with a content that is not open yet, so that it opens before the client tries again.
    init(
        _ target: String, of site: Site, wish: (ContentSlot) -> Void = { _ in }
    ) throws(HTTPProblem) {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let id = SessionID(parts[0].dropFirst(Self.prefix.utf8CodeUnitCount)) else {
            throw .malformed(
                "invalid session name: use \(SessionID.lengths.lowerBound) to \(SessionID.lengths.upperBound) letters, "
                    + "digits, -, and _ that nobody can guess, as in /session/{name}?content={id}")
        }
        var content: Site.Entry?
        var ending: Substring?
        for pair in (parts.count == 2 ? parts[1] : "").split(separator: "&") {
            let item = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = item.count == 2 ? item[1] : ""
            switch item[0] {
            case "content":
                let name = site.identifier(of: value)
                if let slot = site.slot(for: name), !slot.isSettled { wish(slot) }
                content = try site.entry(name)
            case "format":
                ending = value
            case "deliver":
                guard value == "tiles" else {
                    throw .malformed("invalid deliver “\(value.prefix(40))”: use tiles")
                }
                takesTiles = true
            default: break
            }
        }
        guard let content else { throw .malformed("content is missing: use /session/{name}?content={id}") }
        // The format is read last, so that the order of the parameters does not matter.
        self.format = content.content.format
        if let ending {
            guard let format = Array(ending.utf8).withUnsafeBytes({ content.format(forExtension: $0) }) else {
                throw .malformed("unsupported format “\(ending.prefix(40))”: use png, webp, jpg, avif, or jxl")
            }
            self.format = format
        }
        self.id = id
        self.content = content
    }
}

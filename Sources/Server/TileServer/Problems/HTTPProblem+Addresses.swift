import Foundation
import HTTPTypes
import Hummingbird

extension HTTPProblem.Names {
    /// The addresses of the same request for each identifier that the name stands for, relative to the request's own
    /// address, so that they hold behind proxies too. Empty when the request names no content of this name.
    func addresses(for request: Request) -> [String] {
        let segments = request.uri.path.split(separator: "/", omittingEmptySubsequences: false)
        let query = request.uri.query.map { "?\($0)" } ?? ""
        if let index = segments.firstIndex(where: { suffix(of: $0) != nil }), let suffix = suffix(of: segments[index]) {
            let up = String(repeating: "../", count: segments.count - 1 - index)
            let rest = segments[(index + 1)...].map { "/\($0)" }.joined()
            return meant.map { "\(up)\(IdentifierEncoding.encoded($0))\(suffix)\(rest)\(query)" }
        }
        let page = segments.last ?? ""
        return meant.compactMap { id in self.query(request.uri.query ?? "", naming: id).map { "\(page)?\($0)" } }
    }

    /// What follows the name in a part of a path that begins with it; nil for other parts.
    private func suffix(of segment: Substring) -> String? {
        let decoded = IdentifierEncoding.decoded(segment)
        return [".json", ".dzi", "_files", ""].first { decoded == asked + $0 }
    }

    /// The query with another identifier where it names a content.
    private func query(_ query: String, naming id: String) -> String? {
        var isNamed = false
        let items = query.split(separator: "&", omittingEmptySubsequences: false).map { item -> String in
            let sides = item.split(separator: "=", maxSplits: 1)
            guard sides.count == 2, ["layer", "content"].contains(sides[0].lowercased()),
                IdentifierEncoding.decoded(sides[1]) == asked
            else { return String(item) }
            isNamed = true
            return "\(sides[0])=\(IdentifierEncoding.encoded(id))"
        }
        return isNamed ? items.joined(separator: "&") : nil
    }
}

extension HTTPField.Name {
    /// RFC 8288.
    static let link = HTTPField.Name("Link")!
}

import Foundation
import HTTPTypes
import Hummingbird

extension HTTPProblem.Names {
    /// Returns the addresses of the same request for each identifier that the name may mean. They are relative to the
    /// request's own address, so that they work behind proxies. Empty if the request does not name a content of this
    /// name.
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

    /// Returns the suffix that follows the name in a path component, or nil if the component does not begin with the
    /// name.
    private func suffix(of segment: Substring) -> String? {
        let decoded = IdentifierEncoding.decoded(segment)
        return [".json", ".dzi", "_files", ""].first { decoded == asked + $0 }
    }

    /// Returns the query with another identifier in place of the name, or nil if it does not name it.
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
    /// The Link header (RFC 8288).
    static let link = HTTPField.Name("Link")!
}

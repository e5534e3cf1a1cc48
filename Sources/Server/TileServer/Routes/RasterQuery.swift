import Foundation
import TileContent

/// The bands and the range of values that a request chooses for a raster image: `?range=0:3000&bands=4,3,2`.
struct RasterQuery: Hashable {
    static let range = "range"
    static let bands = "bands"

    let preferences: RasterPreferences

    /// Reads a query. Returns nil if it chooses nothing.
    ///
    /// - Throws: The problem of a value that is not valid, or of a name that is there twice.
    init?(_ query: String) throws(HTTPProblem) {
        var values: [String: String] = [:]
        for part in query.split(separator: "&") {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = Self.decoded(sides[0])
            guard name == Self.range || name == Self.bands else { continue }
            guard values[name] == nil else { throw .malformed("\(name) is there twice: use it once") }
            values[name] = sides.count == 2 ? Self.decoded(sides[1]) : ""
        }
        if values.isEmpty { return nil }
        var preferences = RasterPreferences()
        do {
            if let text = values[Self.range] { preferences.range = try RasterPreferences.range(text) }
            if let text = values[Self.bands] { preferences.bands = try RasterPreferences.bands(text) }
        } catch {
            throw .malformed(error.description)
        }
        self.preferences = preferences
    }

    private static func decoded(_ text: Substring) -> String { text.removingPercentEncoding ?? String(text) }

    /// Returns whether a query may choose something, without reading it. It may be wrong about queries that don't.
    static func mayChoose(_ query: UnsafeRawBufferPointer) -> Bool {
        // A name may be percent-encoded.
        if query.contains(UInt8(ascii: "%")) { return true }
        return query.split(separator: UInt8(ascii: "&")).contains { part in
            part.starts(with: range.utf8) || part.starts(with: bands.utf8)
        }
    }

    /// Returns the choices of a content.
    ///
    /// - Throws: A problem if there are none, or if the content lacks a band.
    func choices(of content: ServedContent) throws(HTTPProblem) -> RasterContent {
        guard let raster = content.raster else {
            throw .malformed("“\(content.id)” has no range and no bands to choose: leave out range and bands")
        }
        if let band = preferences.bands.first(where: { $0 > raster.bandCount }) {
            let known = raster.bandCount == 1 ? "use band 1, the only one" : "use bands 1 to \(raster.bandCount)"
            throw .malformed("“\(content.id)” has no band \(band): \(known)")
        }
        return raster
    }
}

extension Site {
    /// Returns whether a query changes no tile, so that a cached tile is the answer.
    func ignores(query: UnsafeRawBufferPointer) -> Bool { !hasVariants && !RasterQuery.mayChoose(query) }

    /// Runs work with a content as a query chooses to show it: with other bands or another range, or else as it is.
    func shown<Result: Sendable>(
        _ entry: Entry, by query: String?, _ work: (Entry) async throws(HTTPProblem) -> Result
    ) async throws(HTTPProblem) -> Result {
        guard let query, let chosen = try RasterQuery(query) else { return try await work(entry) }
        let raster = try chosen.choices(of: entry.content)
        // The image may have been replaced before its choice was known.
        defer { if (try? self.entry(entry.content.id)) !== entry { rasters.drop(of: entry) } }
        return try await rasters.with(
            raster.source, chosen.preferences, of: entry, isPrivate: isPrivate(entry), work)
    }
}

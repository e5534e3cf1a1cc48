import Foundation
import TileContent

/// The bands, the channels and the range of values that a request chooses for a raster image:
/// `?range=0:3000&bands=4,3,2`, or `?channels=DAPI:blue,FITC:green@0.8`.
struct RasterQuery: Hashable {
    static let range = "range"
    static let bands = "bands"
    static let channels = "channels"
    private static let names = [range, bands, channels]

    let preferences: RasterPreferences

    /// Reads a query. Returns nil if it chooses nothing.
    ///
    /// - Throws: The problem of a value that is not valid, or of a name that is there twice.
    init?(_ query: String) throws(HTTPProblem) {
        var values: [String: String] = [:]
        for part in query.split(separator: "&") {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = Self.decoded(sides[0])
            guard Self.names.contains(name) else { continue }
            guard values[name] == nil else { throw .malformed("\(name) is there twice: use it once") }
            values[name] = sides.count == 2 ? Self.decoded(sides[1]) : ""
        }
        if values.isEmpty { return nil }
        var preferences = RasterPreferences()
        do {
            if let text = values[Self.range] { preferences.range = try RasterPreferences.range(text) }
            if let text = values[Self.bands] { preferences.bands = try RasterPreferences.bands(text) }
            if let text = values[Self.channels] { preferences.channels = try RasterPreferences.channels(text) }
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
            names.contains { part.starts(with: $0.utf8) }
        }
    }

    /// Returns the choices of a content, and the query's preferences in a form that is equal for all queries that show
    /// the same.
    ///
    /// - Throws: A problem if there are none, or if the content lacks a band or a channel.
    func choices(
        of content: ServedContent
    ) throws(HTTPProblem) -> (raster: RasterContent, preferences: RasterPreferences) {
        guard let raster = content.raster else {
            let what =
                preferences.channels.isEmpty
                ? "no range and no bands to choose: leave out range and bands"
                : "no channels to choose: leave out channels"
            throw .malformed("“\(content.id)” has \(what)")
        }
        do {
            return (raster, try raster.resolved(preferences))
        } catch {
            throw .malformed("“\(content.id)” \(raster.phrase(error))")
        }
    }
}

extension RasterContent {
    /// The most channels that a message lists.
    private static let mostListed = 8

    /// Returns what is missing, and what to use instead, as the rest of a sentence about the content.
    fileprivate func phrase(_ lack: Lack) -> String {
        switch lack {
        case .band(let band):
            let known = bandCount == 1 ? "use band 1, the only one" : "use bands 1 to \(bandCount)"
            return "has no band \(band): \(known)"
        case .channels: return "has no channels to choose: leave out channels"
        case .channel(let name):
            let known = channels.prefix(Self.mostListed).map(\.name).joined(separator: ", ")
            let more = channels.count > Self.mostListed ? " and others" : ""
            return "has no channel \(name): use \(known)\(more), or numbers from 1 to \(channels.count)"
        case .repeated(let channel): return "shows channel \(channel) twice: use it once"
        }
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
        let (raster, preferences) = try chosen.choices(of: entry.content)
        // The image may have been replaced before its choice was known.
        defer { if (try? self.entry(entry.content.id)) !== entry { rasters.drop(of: entry) } }
        return try await rasters.with(
            raster.source, preferences, of: entry, isPrivate: isPrivate(entry), work)
    }
}

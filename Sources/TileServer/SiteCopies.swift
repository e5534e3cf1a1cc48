import TileEngine
import TileSessions
import TileSupport

/// The copies of a content that viewers have for themselves: `board*{name}`, by names that only their viewers know.
/// Each is made when it is first asked for.
final class SiteCopies: Sendable {
    private struct Copy: Sendable {
        var place: SitePlace
        /// On the server's clock, in nanoseconds.
        var lastAsked: UInt64
    }

    /// Between a content's identifier and the copy's name: nothing that identifiers have, and that needs no escape in a
    /// query.
    static let separator = UInt8(ascii: "*")

    private let content: ServedContent
    private let make: @Sendable () -> any TileSource
    private let limit: Int
    private let copies = Lock<[SessionID: Copy]>([:])

    /// Nil for a content of which all see the same.
    init?(of content: ServedContent, limit: Int) {
        guard let make = content.own else { return nil }
        (self.content, self.make, self.limit) = (content, make, limit)
    }

    /// - Returns: nil for what can't name a copy; where there are as many as there may be, a place that says so.
    func place(_ name: UnsafeRawBufferPointer) -> SitePlace? {
        guard let name = SessionID(String(decoding: name, as: UTF8.self)) else { return nil }
        return copies.withLock { copies in
            let now = MonotonicClock.nanoseconds
            if let known = copies[name]?.place {
                copies[name]?.lastAsked = now
                return known
            }
            let (content, make) = (content, make)
            let id = "\(content.id)\(Character(UnicodeScalar(Self.separator)))\(name.text)"
            var offer = OfferedContent(id: id) {
                var copy = content
                (copy.id, copy.source, copy.own, copy.fingerprint) = (id, make(), nil, nil)
                return copy
            }
            offer.wholeID = content.id
            let place = SitePlace(offer)
            guard copies.count < limit else {
                place.settle(
                    .failure(
                        .unavailable("as many have “\(content.id)” for themselves as may: ask later", retryAfter: 30)))
                return place
            }
            copies[name] = Copy(place: place, lastAsked: now)
            return place
        }
    }

    /// Lets go of copies that nobody has asked for since a moment.
    ///
    /// - Returns: those that were open.
    func drop(unusedSince moment: UInt64, where isFree: (Site.Entry) -> Bool) -> [Site.Entry] {
        copies.withLock { copies in
            let dropped = copies.filter { _, copy in
                copy.place.isSettled && copy.lastAsked < moment && copy.place.entry.map(isFree) ?? true
            }
            for name in dropped.keys { copies[name] = nil }
            return dropped.values.compactMap(\.place.entry)
        }
    }
}

/// The name of a copy as its parts.
struct CopyName {
    let content: UnsafeRawBufferPointer
    let name: UnsafeRawBufferPointer

    /// Nil for what names no copy.
    init?(_ id: UnsafeRawBufferPointer) {
        guard let place = id.lastIndex(of: SiteCopies.separator) else { return nil }
        content = UnsafeRawBufferPointer(rebasing: id[..<place])
        name = UnsafeRawBufferPointer(rebasing: id[(place + 1)...])
    }
}

import NIOCore
import NIOHPACK
import TileEngine
import TileSupport

/// Finds the cached tiles that HTTP/2 requests name, and writes their answers.
struct HTTP2TileAnswers {
    let site: Site
    let engine: TileEngine
    let gate: FastPathGate
    let date: HTTPDate
    let counters: ServerCounters
    let presence: ClientPresence

    struct Answer {
        let tile: ReadyTile
        let served: ServedProtocol
        /// Whether the client's cached copy is current.
        let matches: Bool
        let isHead: Bool
        let path: String
        /// The clients that proxies name.
        let forwarded: String
        /// The time when the request was read.
        let start: UInt64

        var bodyLength: Int { matches || isHead ? 0 : tile.file.readableBytes }
    }

    /// - Returns: nil if the routes have to answer: the request is for something else, is more than a plain request, or
    ///   violates RFC 9113 section 8.3.
    func answer(to fields: HPACKHeaders) -> Answer? {
        let start = MonotonicClock.nanoseconds
        var (path, isHead, hasScheme): (String?, Bool?, Bool) = (nil, nil, false)
        var (condition, forwardedFor, forwarded) = ("", "", "")
        for (name, value, _) in fields {
            switch name {
            case ":method":
                guard isHead == nil, value == "GET" || value == "HEAD" else { return nil }
                isHead = value == "HEAD"
            case ":path":
                guard path == nil else { return nil }
                path = value
            case ":scheme":
                guard !hasScheme else { return nil }
                hasScheme = true
            case ":authority", "host": guard gate.web.hosts.answer(to: value) else { return nil }
            case "if-none-match": condition = condition.isEmpty ? value : "\(condition),\(value)"
            case "x-forwarded-for": forwardedFor = forwardedFor.isEmpty ? value : "\(forwardedFor),\(value)"
            case "forwarded": forwarded = forwarded.isEmpty ? value : "\(forwarded),\(value)"
            // These fields say more than the address does.
            case "authorization", "range", "tile-session": return nil
            case "origin": guard !gate.web.dependOnOrigin else { return nil }
            // These fields concern the connection, or a body.
            case "connection", "te", "transfer-encoding", "upgrade", "content-length": return nil
            default: guard name.utf8.allSatisfy(Self.isOfName) else { return nil }
            }
        }
        guard hasScheme, let isHead, var path,
            let (tile, served) = path.withUTF8({ tile(UnsafeRawBufferPointer($0)) })
        else { return nil }
        let matches = !condition.isEmpty && EntityTagList.names(tile.entityTag, in: condition)
        return Answer(
            tile: tile, served: served, matches: matches, isHead: isHead, path: path,
            forwarded: presence.isProxy
                ? FastPathGate.clients(forwardedFor: forwardedFor, forwarded: forwarded) : "", start: start)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !(byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z"))
            && byte != UInt8(ascii: ":")
    }

    private func tile(_ target: UnsafeRawBufferPointer) -> (tile: ReadyTile, served: ServedProtocol)? {
        let end = target.firstIndex(of: UInt8(ascii: "?")) ?? target.count
        guard end == target.count || site.ignores(query: UnsafeRawBufferPointer(rebasing: target[(end + 1)...]))
        else { return nil }
        let path = UnsafeRawBufferPointer(rebasing: target[..<end])
        guard let named = gate.tile(atPath: path, hasAuthorization: false, of: site),
            // Damage is reported where tiles are drawn.
            let cached = engine.cached(named.key), cached.missing != .damaged,
            case .package(let package) = cached.payload, let tile = package as? ReadyTile
        else { return nil }
        return (tile, named.served)
    }

    /// Charges the client's rate limit for an answer. Returns whether the limit allows it.
    func admits(_ answer: Answer) -> Bool { gate.admits(forwarded: answer.forwarded, presence) }

    func writeFields(of answer: Answer, to block: inout ByteBuffer) {
        let tile = answer.tile
        block.writeField(answer.matches ? .status304 : .status200)
        block.writeField(.etag, tile.entityTag)
        block.writeField(.cacheControl, tile.cacheControl)
        if gate.web.dependOnOrigin {
            block.writeField("vary", "Origin")
        } else {
            block.writeField(.accessControlAllowOrigin, "*")
        }
        block.writeField("cross-origin-resource-policy", gate.web.resourcePolicy.rawValue)
        block.writeField("x-content-type-options", "nosniff")
        block.writeField(.date, date.preamble.date)
        guard !answer.matches else { return }
        block.writeField(.contentType, tile.mediaType)
        block.writeField(.contentLength, String(tile.file.readableBytes))
    }

    /// Writes the fields of an answer that refuses a request.
    func writeFields(of problem: HTTPProblem, hasText: Bool, to block: inout ByteBuffer) {
        block.writeField(":status", "\(problem.status)")
        block.writeField("cache-control", HTTPProblem.caching)
        block.writeField("x-content-type-options", "nosniff")
        block.writeField(.date, date.preamble.date)
        guard hasText else { return }
        block.writeField("content-type", HTTPProblem.mediaType)
        block.writeField(.contentLength, "\(problem.text.utf8.count)")
    }

    /// Counts an answer that refuses a request, and notes it in the access log, if there is one.
    func note(_ problem: HTTPProblem, to fields: HPACKHeaders, bytes: Int, since start: UInt64) {
        var path = fields.first(name: ":path") ?? ""
        let served = path.withUTF8 { ServedProtocol(path: UnsafeRawBufferPointer($0)) }
        let time = MonotonicClock.nanoseconds - start
        counters.count(problem.status, of: served, nanoseconds: time)
        guard let log = gate.log else { return }
        let forwarded =
            presence.isProxy
            ? FastPathGate.clients(
                forwardedFor: fields[canonicalForm: "x-forwarded-for"].joined(separator: ","),
                forwarded: fields[canonicalForm: "forwarded"].joined(separator: ",")) : ""
        log.note(
            AccessEntry(
                id: RequestID(), client: gate.clientName(forwarded: forwarded, presence),
                method: Self.logged(fields.first(name: ":method") ?? ""), target: Self.logged(path),
                status: problem.status, bytes: bytes, nanoseconds: time))
    }

    /// The most bytes of an address or a method that are logged. Longer ones are in no link of this server.
    private static let longestLogged = 1000

    private static func logged(_ text: String) -> String {
        text.utf8.count > longestLogged ? String(decoding: text.utf8.prefix(longestLogged), as: UTF8.self) + "…" : text
    }

    /// Counts an answer, and notes it in the access log, if there is one.
    func note(_ answer: Answer) {
        let time = MonotonicClock.nanoseconds - answer.start
        counters.countCached(answer.served, notModified: answer.matches, nanoseconds: time)
        guard let log = gate.log else { return }
        log.note(
            AccessEntry(
                id: RequestID(), client: gate.clientName(forwarded: answer.forwarded, presence),
                method: answer.isHead ? "HEAD" : "GET", target: answer.path, status: answer.matches ? 304 : 200,
                bytes: answer.bodyLength, nanoseconds: time))
    }
}

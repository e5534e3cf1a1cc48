import NIOCore
import NIOHPACK
import NIOHTTP2
import TileEngine
import TileSupport

/// Answers a stream's request for a cached tile at once, and leaves every other to the routes.
final class HTTP2TileHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias InboundOut = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    private let connection: HTTP2Connection
    private var isAnswered = false
    private var isRouted = false

    init(_ connection: HTTP2Connection) { self.connection = connection }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isAnswered { return }
        guard !isRouted else { return context.fireChannelRead(data) }
        if case .headers(let frame) = unwrapInboundIn(data), frame.endStream, answer(frame.headers, context) {
            isAnswered = true
            return
        }
        isRouted = true
        do {
            try connection.route(context.channel)
            context.fireChannelRead(data)
        } catch {
            context.close(promise: nil)
        }
    }

    private func answer(_ headers: HPACKHeaders, _ context: ChannelHandlerContext) -> Bool {
        var (path, isHead, condition, forwarded): (String?, Bool?, String, String) = (nil, nil, "", "")
        for header in headers {
            switch header.name {
            case ":method": isHead = header.value == "HEAD" ? true : header.value == "GET" ? false : nil
            case ":path": path = header.value
            case "if-none-match": condition = condition.isEmpty ? header.value : "\(condition),\(header.value)"
            case "x-forwarded-for": forwarded = forwarded.isEmpty ? header.value : "\(forwarded),\(header.value)"
            // They say more than the address does.
            case "authorization", "range", "tile-session": return false
            default: break
            }
        }
        guard let path, let isHead else { return false }
        let start = MonotonicClock.nanoseconds
        guard let tile = tile(path, forwarded: forwarded) else { return false }
        let matches = !condition.isEmpty && EntityTagList.names(tile.entityTag, in: condition)
        var fields: [(String, String)] = [
            (":status", matches ? "304" : "200"), ("etag", tile.entityTag), ("cache-control", tile.cacheControl),
            ("access-control-allow-origin", "*"), ("x-content-type-options", "nosniff"),
            ("date", connection.date.preamble.date),
        ]
        let file = tile.file
        if !matches {
            fields.append(("content-type", tile.mediaType))
            fields.append(("content-length", "\(file.readableBytes)"))
        }
        let hasBody = !matches && !isHead
        context.write(
            wrapOutboundOut(.headers(.init(headers: HPACKHeaders(fields), endStream: !hasBody))), promise: nil)
        if hasBody {
            context.write(wrapOutboundOut(.data(.init(data: .byteBuffer(file), endStream: true))), promise: nil)
        }
        context.flush()
        connection.counters.countCached(notModified: matches)
        if let log = connection.gate.log {
            let client = connection.gate.clientName(forwarded: forwarded, connection.presence)
            log.note(
                AccessEntry(
                    id: RequestID(), client: client, method: isHead ? "HEAD" : "GET", target: path,
                    status: matches ? 304 : 200, bytes: hasBody ? file.readableBytes : 0,
                    nanoseconds: MonotonicClock.nanoseconds - start))
        }
        return true
    }

    /// The tile that a request's target names, if it is cached, and its client may have it now.
    private func tile(_ target: String, forwarded: String) -> ReadyTile? {
        let (site, gate) = (connection.site, connection.gate)
        let bytes = Array(target.utf8)
        let end = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.count
        // A query may ask for another way of showing the content.
        guard end == bytes.count || !site.hasVariants else { return nil }
        let key = bytes[..<end].withUnsafeBytes { gate.tile(atPath: $0, hasAuthorization: false, of: site) }
        guard let key, case .package(let package)? = connection.engine.cached(key)?.payload,
            let tile = package as? ReadyTile, gate.lets(forwarded: forwarded, connection.presence)
        else { return nil }
        return tile
    }
}

import NIOCore
import NIOHTTP1

/// Which requests the routes get to see, and when a connection has seen its last one. It is behind the HTTP parser.
///
/// A request is refused with 400 that has no `Host`, or two (RFC 9112 section 3.2), or control characters in a header's
/// value (RFC 9110 section 5.5). One after which the connection can't go on is the last: when the client says so, when
/// it is HTTP/1.0 and does not say otherwise, when it changes the protocol, and when it has a body: none is of use to
/// any route, so it is thrown away and the connection closes, instead of being read for as long as the client likes.
final class RequestRules: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// What an answer says about the connection.
    private enum Course {
        case goesOn
        /// HTTP/1.0 has to be told.
        case goesOnAsAsked
        case ends
    }

    private let watch: ConnectionWatch?
    /// Of the answers that are owed, in their order.
    private var courses = CircularBuffer<Course>(initialCapacity: 2)
    private var isLast = false
    private var isOldVersion = false
    private var nextProbe: Scheduled<Void>?

    /// What work for a client that is gone may cost, about; and little to send to one that waits.
    private static let probeInterval = TimeAmount.seconds(1)

    init(watch: ConnectionWatch?) { self.watch = watch }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // A body, and the end that was told with the head.
        guard case .head(var head) = unwrapInboundIn(data), !isLast else { return }
        guard Self.isSound(head) else { return refuse(HTTPParserError.invalidHeaderToken, context) }
        watch?.routesDidTake()
        isOldVersion = Self.isOld(head)
        if Self.isLast(head) {
            endInput()
            // In the only spelling that the routes know.
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            courses.append(.ends)
        } else {
            courses.append(isOldVersion ? .goesOnAsAsked : .goesOn)
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
        context.fireChannelRead(wrapInboundOut(.end(nil)))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        // What comes after the last request is nobody's.
        case is HTTPParserError where isLast, is ByteToMessageDecoderError where isLast: break
        case is HTTPParserError: refuse(error, context)
        default: context.fireErrorCaught(error)
        }
    }

    /// Has the routes answer with 400 when all before it is answered.
    private func refuse(_ error: any Error, _ context: ChannelHandlerContext) {
        watch?.routesDidTake()
        endInput()
        courses.append(.ends)
        context.fireErrorCaught(error)
    }

    private func endInput() {
        isLast = true
        watch?.discardInput()
    }

    /// HTTP/1.0; the parser refuses all else that is not of HTTP/1.
    private static func isOld(_ head: HTTPRequestHead) -> Bool { head.version == .http1_0 }

    private static func isSound(_ head: HTTPRequestHead) -> Bool {
        let hosts = head.headers["Host"].count
        guard hosts == 1 || hosts == 0 && isOld(head) else { return false }
        return head.headers.allSatisfy { _, value in
            value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
        }
    }

    private static func isLast(_ head: HTTPRequestHead) -> Bool {
        let hasBody =
            head.headers.contains(name: "Transfer-Encoding") || head.headers["Content-Length"].contains { $0 != "0" }
        let changesProtocol = head.method == .CONNECT || head.headers.contains(name: "Upgrade")
        return hasBody || changesProtocol || !head.isKeepAlive
    }

    // MARK: The client's end

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { probe(context) }
        context.fireUserInboundEventTriggered(event)
    }

    /// A client that will send no more may still read, or be gone: that can't be told from what it sent. Gone, its
    /// network answers whatever is sent with a reset, which ends the work for it; so it is sent what any client has to
    /// pass by (RFC 9110 section 15.2). And again after a while: it may have read that, and left then. Clients of
    /// HTTP/1.0 do not know of it: their answer itself has to do.
    private func probe(_ context: ChannelHandlerContext) {
        guard !courses.isEmpty, !isOldVersion else { return }
        context.writeAndFlush(
            wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
        let next = NIOLoopBound((me: Weak(rules: self), context: context), eventLoop: context.eventLoop)
        nextProbe = context.eventLoop.scheduleTask(in: Self.probeInterval) {
            next.value.me.rules?.probe(next.value.context)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        nextProbe?.cancel()
        nextProbe = nil
    }

    private struct Weak { weak var rules: RequestRules? }

    // MARK: Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where head.status.code >= 200:
            if !head.headers.contains(name: "X-Content-Type-Options") {
                head.headers.add(name: "X-Content-Type-Options", value: "nosniff")
            }
            switch courses.first {
            case .ends:
                if head.headers["Connection"] != ["close"] { head.headers.add(name: "Connection", value: "close") }
            case .goesOnAsAsked: head.headers.add(name: "Connection", value: "keep-alive")
            case .goesOn, nil: break
            }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            if !courses.isEmpty { courses.removeFirst() }
            context.write(data, promise: promise)
            watch?.routesDidAnswer()
        default:
            context.write(data, promise: promise)
        }
    }
}

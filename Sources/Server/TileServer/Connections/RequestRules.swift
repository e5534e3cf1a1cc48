import NIOCore
import NIOHTTP1

/// A handler behind the HTTP parser that rejects invalid requests and decides which request is a connection's last.
///
/// A request is answered with 400 if it has no `Host` or two (RFC 9112 section 3.2), or control characters in a header
/// value (RFC 9110 section 5.5), with 414 if its address is too long, and with 431 if its headers are. A request is the
/// last if the client says so, if it is HTTP/1.0 and does not ask for keep-alive, if it changes the protocol, or if it
/// has a body. No route uses a body, so it is discarded and the connection closes; otherwise the client could make the
/// server read for as long as it likes.
final class RequestRules: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// The `Connection` header of an answer.
    private enum ConnectionHeader {
        case omitted
        /// The connection stays open. HTTP/1.0 needs a header for that.
        case keepAlive
        case close
        /// The request can't be read, and the answer says why. It is the last.
        case refused(HTTPProblem)
    }

    private let watch: ConnectionWatch?
    /// The `Connection` headers of the pending answers, in order.
    private var connectionHeaders = CircularBuffer<ConnectionHeader>(initialCapacity: 2)
    private var isLast = false
    private var isOldVersion = false
    private var nextProbe: Scheduled<Void>?

    /// The time between two probes: about what work for a disconnected client may cost, and little traffic for one that
    /// waits.
    private static let probeInterval = TimeAmount.seconds(1)

    init(watch: ConnectionWatch?) { self.watch = watch }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Everything else is a body, or the end that was passed on with the head.
        guard case .head(var head) = unwrapInboundIn(data), !isLast else { return }
        if let problem = Self.problem(of: head) { return refuse(.invalidHeaderToken, as: problem, context) }
        watch?.routesDidTake()
        isOldVersion = Self.isOld(head)
        if Self.isLast(head) {
            endInput()
            // The only spelling that the routes recognize.
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            connectionHeaders.append(.close)
        } else {
            connectionHeaders.append(isOldVersion ? .keepAlive : .omitted)
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
        context.fireChannelRead(wrapInboundOut(.end(nil)))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        // Input after the last request is ignored.
        case is HTTPParserError where isLast, is ByteToMessageDecoderError where isLast,
            is RequestLineLimit.Failure where isLast:
            break
        case is RequestLineLimit.Failure: refuse(.headerOverflow, as: .addressTooLong, context)
        case let error as HTTPParserError: refuse(error, as: .unreadable(error), context)
        default: context.fireErrorCaught(error)
        }
    }

    /// Makes the routes answer with the problem after all earlier requests are answered.
    private func refuse(_ error: HTTPParserError, as problem: HTTPProblem, _ context: ChannelHandlerContext) {
        watch?.routesDidTake()
        endInput()
        connectionHeaders.append(.refused(problem))
        context.fireErrorCaught(error)
    }

    private func endInput() {
        isLast = true
        watch?.discardInput()
    }

    /// Whether the request is HTTP/1.0. The parser rejects other versions than HTTP/1.
    private static func isOld(_ head: HTTPRequestHead) -> Bool { head.version == .http1_0 }

    /// Returns the reason why a request that the parser accepts is malformed; nil for a sound one.
    private static func problem(of head: HTTPRequestHead) -> HTTPProblem? {
        let hosts = head.headers["Host"].count
        guard hosts == 1 || hosts == 0 && isOld(head) else {
            return .malformed("malformed request: send one Host header")
        }
        let isPlain = head.headers.allSatisfy { _, value in
            value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
        }
        return isPlain ? nil : .malformed("malformed request: a header value has control characters")
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

    /// Probes whether a client that has closed its sending side still reads.
    ///
    /// Its input does not tell a client that only finished sending from one that is gone. If it is gone, its network
    /// answers anything with a reset, which ends the work for it. So the server sends `100 Continue`, which any client
    /// has to ignore (RFC 9110 section 15.2), and repeats it, because the client may have read one and then left.
    /// HTTP/1.0 clients don't know this status, so they get only their answer.
    private func probe(_ context: ChannelHandlerContext) {
        guard !connectionHeaders.isEmpty, !isOldVersion else { return }
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
            var body: ByteBuffer?
            switch connectionHeaders.first {
            case .refused(let problem):
                // The handler behind the parser answers each with 400 and without a message.
                head.status = HTTPResponseStatus(statusCode: problem.status, reasonPhrase: problem.reason)
                for (name, value) in problem.lastHeaders { head.headers.replaceOrAdd(name: name, value: value) }
                body = ByteBuffer(string: problem.text)
            case .close:
                if head.headers["Connection"] != ["close"] { head.headers.add(name: "Connection", value: "close") }
            case .keepAlive: head.headers.add(name: "Connection", value: "keep-alive")
            case .omitted, nil: break
            }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
            if let body { context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil) }
        case .end:
            if !connectionHeaders.isEmpty { connectionHeaders.removeFirst() }
            context.write(data, promise: promise)
            watch?.routesDidAnswer()
        default:
            context.write(data, promise: promise)
        }
    }
}

extension HTTPProblem {
    /// Returns the problem of a request that the parser rejects.
    fileprivate static func unreadable(_ error: HTTPParserError) -> HTTPProblem {
        switch error {
        case .headerOverflow: .headersTooLarge
        case .invalidMethod: .malformed("malformed request: unknown method; use GET, HEAD, or OPTIONS")
        case .invalidVersion: .malformed("malformed request: unknown protocol version; use HTTP/1.1")
        case .invalidContentLength, .unexpectedContentLength:
            .malformed("malformed request: invalid Content-Length")
        default: .malformed("malformed request: use HTTP/1.1")
        }
    }
}

import NIOCore
import NIOHPACK
import TileEngine
import TileSupport

/// Answers requests for cached tiles from the frames of an HTTP/2 connection, and hands everything else to the
/// library's connection behind it, which creates a stream for each other request.
///
/// A stream of the library takes longer than the rest of such an answer. So this handler looks at requests first: it
/// answers a request that has no body, names a tile that is cached now, and whose answer fits the client's windows. The
/// library does not learn of that stream.
///
/// State that both ends share is kept so that neither side of this handler needs to know about the other:
///
/// - Header fields. This handler decodes all requests and hands those that it does not answer on in literals. Answers
///   use no dynamic table: the library is told that the client has none.
/// - Windows. Each side spends its own share of the connection's window (`SendWindows`).
/// - Streams. This handler consumes later frames of a stream that it answered.
///
/// Frames that break the rules go to the library unchanged, and the library answers them. This handler answers those
/// that the library can't judge.
final class HTTP2TileHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// The first part of a request's head; CONTINUATION frames follow.
    struct HeadersFrame {
        var stream: Int32
        var flags: UInt8
        var block: ByteBuffer
        var continuations = 0

        var endsStream: Bool { flags & FrameHead.endStream != 0 }
    }

    enum Stage {
        /// The client's preface has not arrived (RFC 9113 section 3.4).
        case preface
        /// The client's settings have not arrived.
        case settings
        case open
        /// The library answers the error, and all further bytes go to it.
        case transparent
        /// Nothing more is read.
        case broken
    }

    let answers: HTTP2TileAnswers
    private let presence: ClientPresence
    let watch: ConnectionWatch
    let streams: RoutedStreams

    var stage = Stage.preface
    var unread = ByteBuffer()
    var headers: HeadersFrame?
    var decoder: HPACKDecoder
    var windows = SendWindows()
    /// The client's last stream, and the last stream that the library knows.
    var last: (ofAll: Int32, ofLibrary: Int32) = (0, 0)
    private var leaving = OutgoingFrames()
    /// Answers that are not written yet.
    var answered = ByteBuffer()
    var hasSentHeaders = false
    private var isTakingIn = false
    /// Streams that the library opened in this turn of the event loop.
    var openedInTurn = 0
    /// Whether bytes wait for the next turn of the event loop.
    private var isPausing = false
    var willMoveWindow = false
    var windowsWereShut = false
    /// Whether a read was requested while the client did not accept more bytes.
    private var isReadHeldBack = false

    /// The largest frame in bytes that the settings allow, which is the protocol's default.
    static let maxFrame = 16 << 10
    /// The largest request head in bytes: decoded, plus 32 for each field (RFC 9113 section 6.5.2).
    static let maxHeaderList = 16 << 10
    /// The largest request head in bytes that is decoded, and then refused with a message. A larger one ends the
    /// connection.
    private static let maxDecodedHeaderList = 4 * maxHeaderList
    /// The largest encoded head in bytes. Huffman coding may make a head longer, but no client's is.
    static let maxHeaderBlock = 32 << 10
    /// The most CONTINUATION frames of a head. A head of `maxHeaderBlock` bytes needs two.
    static let maxContinuations = 5
    /// Bytes of answers that are written together. As many are in flight before the channel stops being writable.
    static let batch = 64 << 10
    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    init(
        _ answers: HTTP2TileAnswers, presence: ClientPresence, watch: ConnectionWatch, streams: RoutedStreams
    ) {
        self.answers = answers
        self.presence = presence
        self.watch = watch
        self.streams = streams
        watch.activity = .requests
        decoder = HPACKDecoder(
            allocator: ByteBufferAllocator(), maxDynamicTableSize: HPACKDecoder.maxDynamicTableSize,
            maxHeaderListSize: Self.maxDecodedHeaderList)
    }

    // MARK: Inbound

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        if unread.readableBytes == 0 { unread = bytes } else { unread.writeBuffer(&bytes) }
        receiveFrames(context)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if !isPausing { openedInTurn = 0 }
        sendAnswers(context)
        context.fireChannelReadComplete()
        lookAtWindows()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        context.fireChannelWritabilityChanged()
        guard context.channel.isWritable, !isTakingIn, !isPausing else { return }
        resume(context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        streams.clientDidLeave(unanswered: windows.streamCount, now: context.eventLoop.now)
        stage = .broken
        presence.clientLeft()
        context.fireChannelInactive()
    }

    /// Reads from the client, unless it has answers to receive or its last read is still being handled.
    func read(context: ChannelHandlerContext) {
        if context.channel.isWritable, !isPausing { context.read() } else { isReadHeldBack = true }
    }

    /// Continues with the bytes of the last read in a later turn of the event loop.
    private func pause(_ context: ChannelHandlerContext) {
        isPausing = true
        watch.headIsIncomplete(false)
        streams.turns.add { [self] in
            isPausing = false
            resume(context)
        }
    }

    private func resume(_ context: ChannelHandlerContext) {
        openedInTurn = 0
        receiveFrames(context)
        sendAnswers(context)
        // The library acts at the end of a read, and the read that brought these bytes has ended.
        context.fireChannelReadComplete()
        if isReadHeldBack, context.channel.isWritable, !isPausing {
            isReadHeldBack = false
            context.read()
        }
    }

    private func receiveFrames(_ context: ChannelHandlerContext) {
        guard !isPausing else { return }
        isTakingIn = true
        defer { isTakingIn = false }
        while unread.readableBytes > 0 {
            guard context.channel.isWritable else {
                // The client is not late with bytes that the server does not read.
                watch.headIsIncomplete(false)
                return
            }
            guard openedInTurn < streams.limits.streamsPerTurn else { return pause(context) }
            switch stage {
            case .preface:
                guard unread.readableBytes >= Self.preface.count else { return watch.headIsIncomplete(true) }
                let isSound = unread.readableBytesView.starts(with: Self.preface)
                stage = isSound ? .settings : .transparent
                if isSound { handOn(unread.readSlice(length: Self.preface.count)!, context) }
            case .settings, .open:
                guard let head = FrameHead(in: unread, at: unread.readerIndex) else {
                    return watch.headIsIncomplete(true)
                }
                guard head.length <= Self.maxFrame else {
                    stage = .transparent
                    continue
                }
                guard let frame = unread.readSlice(length: FrameHead.size + head.length) else {
                    return watch.headIsIncomplete(true)
                }
                receive(frame, head: head, in: context)
            case .transparent:
                let rest = unread
                unread = ByteBuffer()
                handOn(rest, context)
            case .broken: unread = ByteBuffer()
            }
        }
        // Releases the memory of a long batch.
        unread = ByteBuffer()
        watch.headIsIncomplete(headers != nil)
    }

    private func receive(_ frame: ByteBuffer, head: FrameHead, in context: ChannelHandlerContext) {
        // No other frame may arrive between the parts of a head.
        if let headers, head.kind != FrameHead.continuation || head.stream != headers.stream {
            return fail(.protocol, context)
        }
        switch head.kind {
        case FrameHead.headers: receiveHeaders(frame, head: head, in: context)
        case FrameHead.continuation: receiveContinuation(frame, head: head, in: context)
        case FrameHead.settings: receiveSettings(frame, head: head, in: context)
        case FrameHead.windowUpdate: receiveWindowUpdate(frame, head: head, in: context)
        case FrameHead.resetStream:
            // The library does not know streams that were answered here.
            if isOver(head.stream) { return }
            let isUnanswered = windows.has(head.stream)
            windows.close(head.stream)
            if isUnanswered, !streams.clientDidReset(now: context.eventLoop.now) {
                watch.willEnd(.resets)
                return fail(.enhanceYourCalm, context)
            }
            handOn(frame, context)
        case FrameHead.data:
            if isTiles(head.stream) { return fail(.streamClosed, context) }
            if head.has(FrameHead.endStream) { windows.clientDidEnd(head.stream) }
            handOn(frame, context)
        default: handOn(frame, context)
        }
    }

    /// Whether a stream was answered here, or both ends have closed it.
    func isOver(_ stream: Int32) -> Bool { stream > 0 && stream <= last.ofAll && !windows.has(stream) }

    /// Whether a stream was answered here, so that the library would take it for a new one.
    func isTiles(_ stream: Int32) -> Bool { stream > last.ofLibrary && stream <= last.ofAll }

    func handOn(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        context.fireChannelRead(wrapInboundOut(bytes))
    }

    /// Hands a malformed frame to the library, which reports the error.
    func handOnWrong(_ frame: ByteBuffer, _ context: ChannelHandlerContext) {
        stage = .transparent
        handOn(frame, context)
    }

    /// Ends the connection because of an error that the library can't see.
    func fail(_ error: ConnectionError, _ context: ChannelHandlerContext) {
        stage = .broken
        headers = nil
        FrameHead.write(FrameHead.goAway, stream: 0, flags: 0, to: &answered) { frame in
            frame.writeInteger(last.ofAll)
            frame.writeInteger(error.rawValue)
        }
        sendAnswers(context)
        context.close(promise: nil)
    }

    // MARK: Outbound

    func sendAnswers(_ context: ChannelHandlerContext) {
        guard answered.readableBytes > 0 else { return }
        let frames = answered
        answered = ByteBuffer()
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(frames)), promise: nil)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .byteBuffer(let bytes) = unwrapOutboundIn(data) {
            leaving.read(bytes) { note($0, context) }
            if leaving.isLast { stage = .broken }
        }
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        lookAtWindows()
        // The connection can't continue after GOAWAY (RFC 9113 section 5.4.1).
        if leaving.isLast { context.close(promise: nil) }
    }
}

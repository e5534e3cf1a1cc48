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
    private struct HeadersFrame {
        var stream: Int32
        var flags: UInt8
        var block: ByteBuffer
        var continuations = 0

        var endsStream: Bool { flags & FrameHead.endStream != 0 }
    }

    private enum Stage {
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

    private let answers: HTTP2TileAnswers
    private let presence: ClientPresence
    private let watch: ConnectionWatch
    private let streams: RoutedStreams

    private var stage = Stage.preface
    private var unread = ByteBuffer()
    private var headers: HeadersFrame?
    private var decoder: HPACKDecoder
    private var windows = SendWindows()
    /// The client's last stream, and the last stream that the library knows.
    private var last: (ofAll: Int32, ofLibrary: Int32) = (0, 0)
    private var leaving = OutgoingFrames()
    /// Answers that are not written yet.
    private var answered = ByteBuffer()
    private var hasSentHeaders = false
    private var isTakingIn = false
    /// Streams that the library opened in this turn of the event loop.
    private var openedInTurn = 0
    /// Whether bytes wait for the next turn of the event loop.
    private var isPausing = false
    private var willMoveWindow = false
    private var windowsWereShut = false
    /// Whether a read was requested while the client did not accept more bytes.
    private var isReadHeldBack = false

    /// The largest frame in bytes that the settings allow, which is the protocol's default.
    private static let maxFrame = 16 << 10
    /// The largest request head in bytes: decoded, plus 32 for each field (RFC 9113 section 6.5.2).
    static let maxHeaderList = 16 << 10
    /// The largest request head in bytes that is decoded, and then refused with a message. A larger one ends the
    /// connection.
    private static let maxDecodedHeaderList = 4 * maxHeaderList
    /// The largest encoded head in bytes. Huffman coding may make a head longer, but no client's is.
    private static let maxHeaderBlock = 32 << 10
    /// The most CONTINUATION frames of a head. A head of `maxHeaderBlock` bytes needs two.
    private static let maxContinuations = 5
    /// Bytes of answers that are written together. As many are in flight before the channel stops being writable.
    private static let batch = 64 << 10
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
    private func isOver(_ stream: Int32) -> Bool { stream > 0 && stream <= last.ofAll && !windows.has(stream) }

    /// Whether a stream was answered here, so that the library would take it for a new one.
    private func isTiles(_ stream: Int32) -> Bool { stream > last.ofLibrary && stream <= last.ofAll }

    private func handOn(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        context.fireChannelRead(wrapInboundOut(bytes))
    }

    /// Hands a malformed frame to the library, which reports the error.
    private func handOnWrong(_ frame: ByteBuffer, _ context: ChannelHandlerContext) {
        stage = .transparent
        handOn(frame, context)
    }

    /// Ends the connection because of an error that the library can't see.
    private func fail(_ error: ConnectionError, _ context: ChannelHandlerContext) {
        stage = .broken
        headers = nil
        FrameHead.write(FrameHead.goAway, stream: 0, flags: 0, to: &answered) { frame in
            frame.writeInteger(last.ofAll)
            frame.writeInteger(error.rawValue)
        }
        sendAnswers(context)
        context.close(promise: nil)
    }

    // MARK: Requests

    private func receiveHeaders(_ frame: ByteBuffer, head: FrameHead, in context: ChannelHandlerContext) {
        var block = frame
        block.moveReaderIndex(forwardBy: FrameHead.size)
        var padding = 0
        if head.has(FrameHead.padded) {
            guard let length = block.readInteger(as: UInt8.self) else { return handOnWrong(frame, context) }
            padding = Int(length)
        }
        let priority = head.has(FrameHead.priority) ? 5 : 0
        guard head.stream & 1 == 1, block.readableBytes >= priority + padding else {
            return handOnWrong(frame, context)
        }
        // Stream dependencies are deprecated (RFC 9113 section 5.3.2).
        block.moveReaderIndex(forwardBy: priority)
        block = block.readSlice(length: block.readableBytes - padding)!
        let headers = HeadersFrame(stream: head.stream, flags: head.flags, block: block)
        if head.has(FrameHead.endHeaders) { receive(headers: headers, context) } else { self.headers = headers }
    }

    private func receiveContinuation(_ frame: ByteBuffer, head: FrameHead, in context: ChannelHandlerContext) {
        guard var headers else { return handOnWrong(frame, context) }
        self.headers = nil
        var rest = frame
        rest.moveReaderIndex(forwardBy: FrameHead.size)
        headers.block.writeBuffer(&rest)
        headers.continuations += 1
        guard headers.continuations <= Self.maxContinuations, headers.block.readableBytes <= Self.maxHeaderBlock else {
            return fail(.enhanceYourCalm, context)
        }
        if head.has(FrameHead.endHeaders) { receive(headers: headers, context) } else { self.headers = headers }
    }

    private func receive(headers frame: HeadersFrame, _ context: ChannelHandlerContext) {
        var block = frame.block
        let fields: HPACKHeaders
        do {
            fields = try decoder.decodeHeaders(from: &block)
        } catch {
            return fail(error is NIOHPACKErrors.MaxHeaderListSizeViolation ? .enhanceYourCalm : .compression, context)
        }
        if frame.stream > last.ofAll {
            last.ofAll = frame.stream
            watch.requestDidArrive()
            if let problem = Self.problem(of: fields) {
                // The body of a refused request would arrive at a stream that is over.
                guard frame.endsStream, case .open = stage else { return fail(.enhanceYourCalm, context) }
                openedInTurn += 1
                refuse(problem, on: frame.stream, fields)
                if answered.readableBytes >= Self.batch { sendAnswers(context) }
                return
            }
            if frame.endsStream, case .open = stage, answer(fields, on: frame.stream, context) { return }
            guard streams.mayOpen(now: context.eventLoop.now) else {
                watch.willEnd(.resets)
                return fail(.enhanceYourCalm, context)
            }
            last.ofLibrary = frame.stream
            openedInTurn += 1
            windows.open(frame.stream)
        } else if isTiles(frame.stream) {
            return fail(.streamClosed, context)
        }
        if frame.endsStream { windows.clientDidEnd(frame.stream) }
        var whole = ByteBuffer()
        let flags = FrameHead.endHeaders | frame.flags & FrameHead.endStream
        FrameHead.write(FrameHead.headers, stream: frame.stream, flags: flags, to: &whole) { $0.writeFields(fields) }
        handOn(whole, context)
    }

    /// Returns the reason why a request is refused for the size of its head; nil if it is not (RFC 9113 section
    /// 10.5.1).
    private static func problem(of fields: HPACKHeaders) -> HTTPProblem? {
        var (size, path) = (0, 0)
        for (name, value, _) in fields {
            size += name.utf8.count + value.utf8.count + fieldOverhead
            if name == ":path" { path = value.utf8.count }
        }
        guard size > maxHeaderList else { return nil }
        return path > maxHeaderList / 2 ? .addressTooLong : .headersTooLarge
    }

    /// The bytes that each field counts in the size of a head, beyond its name and value (RFC 9113 section 6.5.2).
    private static let fieldOverhead = 32

    /// Answers a request with a problem. The message is omitted if the client's windows do not allow it.
    private func refuse(_ problem: HTTPProblem, on stream: Int32, _ request: HPACKHeaders) {
        let start = MonotonicClock.nanoseconds
        let text = problem.text
        let hasText = request.first(name: ":method") != "HEAD" && windows.allowTile(text.utf8.count)
        defer { answers.note(problem, to: request, bytes: hasText ? text.utf8.count : 0, since: start) }
        let flags = FrameHead.endHeaders | (hasText ? 0 : FrameHead.endStream)
        FrameHead.write(FrameHead.headers, stream: stream, flags: flags, to: &answered) { frame in
            if !hasSentHeaders { frame.writeEmptyTable() }
            answers.writeFields(of: problem, hasText: hasText, to: &frame)
        }
        hasSentHeaders = true
        guard hasText else { return }
        windows.didSendTile(text.utf8.count)
        FrameHead(FrameHead.data, stream: stream, flags: FrameHead.endStream, length: text.utf8.count)
            .write(to: &answered)
        answered.writeString(text)
    }

    private func answer(_ fields: HPACKHeaders, on stream: Int32, _ context: ChannelHandlerContext) -> Bool {
        guard let answer = answers.answer(to: fields), windows.allowTile(answer.bodyLength), answers.admits(answer)
        else {
            return false
        }
        windows.didSendTile(answer.bodyLength)
        if answered.readableBytes == 0 {
            answered.reserveCapacity(
                unread.readableBytes > 0 ? Self.batch + answer.bodyLength : answer.bodyLength + 512)
        }
        let flags = FrameHead.endHeaders | (answer.bodyLength == 0 ? FrameHead.endStream : 0)
        FrameHead.write(FrameHead.headers, stream: stream, flags: flags, to: &answered) { frame in
            if !hasSentHeaders { frame.writeEmptyTable() }
            answers.writeFields(of: answer, to: &frame)
        }
        hasSentHeaders = true
        var file = answer.tile.file
        var left = answer.bodyLength
        while left > 0 {
            let part = min(left, Self.maxFrame)
            left -= part
            FrameHead(FrameHead.data, stream: stream, flags: left == 0 ? FrameHead.endStream : 0, length: part)
                .write(to: &answered)
            answered.writeImmutableBuffer(file.readSlice(length: part)!)
        }
        answers.note(answer)
        if answered.readableBytes >= Self.batch { sendAnswers(context) }
        return true
    }

    private func sendAnswers(_ context: ChannelHandlerContext) {
        guard answered.readableBytes > 0 else { return }
        let frames = answered
        answered = ByteBuffer()
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(frames)), promise: nil)
    }

    // MARK: Settings and windows

    private func receiveSettings(_ frame: ByteBuffer, head: FrameHead, in context: ChannelHandlerContext) {
        if head.has(FrameHead.acknowledged) { return handOn(frame, context) }
        guard head.stream == 0, head.length % Self.settingSize == 0 else { return handOnWrong(frame, context) }
        var payload = frame
        payload.moveReaderIndex(forwardBy: FrameHead.size)
        var settings = ByteBuffer()
        while let (name, value) = payload.readMultipleIntegers(as: (UInt16, UInt32).self) {
            switch name {
            case Self.headerTableSize: continue
            case Self.initialWindowSize:
                guard value <= SendWindows.greatest else { return handOnWrong(frame, context) }
                windows.setInitial(Int(value))
            default: break
            }
            settings.writeMultipleIntegers(name, value)
        }
        settings.writeMultipleIntegers(Self.headerTableSize, 0 as UInt32)
        var whole = ByteBuffer()
        FrameHead(FrameHead.settings, length: settings.readableBytes).write(to: &whole)
        whole.writeBuffer(&settings)
        if case .settings = stage { stage = .open }
        handOn(whole, context)
    }

    private static let settingSize = 6
    private static let headerTableSize: UInt16 = 1
    private static let initialWindowSize: UInt16 = 4

    private func receiveWindowUpdate(_ frame: ByteBuffer, head: FrameHead, in context: ChannelHandlerContext) {
        let increment = frame.getInteger(at: frame.readerIndex + FrameHead.size, as: UInt32.self)
        guard head.length == 4, let increment, case let bytes = Int(increment & 0x7FFF_FFFF), bytes > 0 else {
            // A wrong increment for a stream ends only the stream.
            return head.length == 4 && head.stream != 0 ? handOn(frame, context) : handOnWrong(frame, context)
        }
        if head.stream == 0 {
            guard windows.add(bytes) else { return fail(.flowControl, context) }
            moveWindow(context)
        } else if !isOver(head.stream) {
            windows.add(bytes, to: head.stream)
            handOn(frame, context)
        }
    }

    /// Moves some of the tiles' share of the window to the library's streams if they need it.
    private func moveWindow(_ context: ChannelHandlerContext) {
        let moved = windows.move()
        guard moved > 0, case .open = stage else { return }
        var frame = ByteBuffer()
        FrameHead(FrameHead.windowUpdate, length: 4).write(to: &frame)
        frame.writeInteger(UInt32(moved))
        handOn(frame, context)
    }

    /// Tells the watch whether answers wait for the client to open its windows.
    private func lookAtWindows() {
        let areShut = windows.hasStreams && windows.areShut
        guard areShut != windowsWereShut else { return }
        windowsWereShut = areShut
        watch.windowsAreShut(areShut)
    }

    // MARK: Outbound

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

    /// Records a frame that the library sends.
    private func note(_ head: FrameHead, _ context: ChannelHandlerContext) {
        switch head.kind {
        case FrameHead.headers:
            hasSentHeaders = true
            windows.didBegin(head.stream)
        case FrameHead.data:
            windows.didSend(head.length, on: head.stream)
            if windows.streamsRunLow { moveWindowSoon(context) }
        case FrameHead.resetStream: return windows.close(head.stream)
        default: return
        }
        if head.has(FrameHead.endStream) { windows.serverDidEnd(head.stream) }
    }

    /// Moves the window after the library has finished its current write.
    private func moveWindowSoon(_ context: ChannelHandlerContext) {
        guard !willMoveWindow else { return }
        willMoveWindow = true
        let me = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        context.eventLoop.execute {
            let (handler, context) = me.value
            handler.willMoveWindow = false
            handler.moveWindow(context)
            context.fireChannelReadComplete()
        }
    }
}

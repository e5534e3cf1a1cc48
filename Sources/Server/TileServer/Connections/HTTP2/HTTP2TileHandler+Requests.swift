import NIOCore
import NIOHPACK
import TileSupport

extension HTTP2TileHandler {
    func receiveHeaders(_ frame: ByteBuffer, head: FrameHead, in context: ChannelHandlerContext) {
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

    func receiveContinuation(_ frame: ByteBuffer, head: FrameHead, in context: ChannelHandlerContext) {
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
}

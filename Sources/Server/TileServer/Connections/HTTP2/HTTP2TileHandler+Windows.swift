import NIOCore

extension HTTP2TileHandler {
    func receiveSettings(_ frame: ByteBuffer, head: FrameHead, in context: ChannelHandlerContext) {
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

    func receiveWindowUpdate(_ frame: ByteBuffer, head: FrameHead, in context: ChannelHandlerContext) {
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
    func lookAtWindows() {
        let areShut = windows.hasStreams && windows.areShut
        guard areShut != windowsWereShut else { return }
        windowsWereShut = areShut
        watch.windowsAreShut(areShut)
    }

    /// Records a frame that the library sends.
    func note(_ head: FrameHead, _ context: ChannelHandlerContext) {
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

import Foundation
import NIOCore
import NIOPosix

// Opens many connections to a server of Tilework and holds them, scrolls with them, or lets them be. For
// Perf/bench-sessions: what it says goes to the standard output, a line each, and it goes on when it reads one.
//
//     SessionLoad PORT CONTENT plain COUNT            connections that asked for one thing each, kept alive
//     SessionLoad PORT CONTENT idle COUNT             sessions that said once what they show
//     SessionLoad PORT CONTENT scroll COUNT SECONDS   sessions that scroll at 10 Hz; milliseconds from a message to its
//     pong

struct Plan {
    var port: Int
    var content: String
    var kind: Kind
    var count: Int
    var seconds: Double

    enum Kind: String { case plain, idle, scroll }

    init?(_ arguments: [String]) {
        guard arguments.count >= 5, let port = Int(arguments[1]), let kind = Kind(rawValue: arguments[3]),
            let count = Int(arguments[4]), count > 0
        else { return nil }
        (self.port, content, self.kind, self.count) = (port, arguments[2], kind, count)
        seconds = arguments.count > 5 ? Double(arguments[5]) ?? 0 : 0
    }
}

/// One viewer. Frames to the server are masked, with a key of zeros: what a masking key is for does not matter here.
final class Viewer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let plan: Plan
    private let number: Int
    private var received = ByteBuffer()
    private var isOpen = false
    private var sent: NIODeadline?
    private var step = 0
    private var channel: (any Channel)?
    /// Milliseconds, of those that were answered; how many were not when the next was due.
    var latencies: [Double] = []
    var late = 0
    let opened: EventLoopPromise<Void>

    init(_ plan: Plan, _ number: Int, on loop: any EventLoop) {
        self.plan = plan
        self.number = number
        opened = loop.makePromise()
    }

    func channelActive(context: ChannelHandlerContext) {
        channel = context.channel
        let request: String
        if plan.kind == .plain {
            request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
        } else {
            let id = "load-\(UInt64.random(in: .min ... .max))-\(UInt64.random(in: .min ... .max))"
            request =
                "GET /session/\(id)?content=\(plan.content) HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
                + "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: request)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = unwrapInboundIn(data)
        received.writeBuffer(&buffer)
        if !isOpen {
            guard let end = received.readableBytesView.firstRange(of: Array("\r\n\r\n".utf8)) else { return }
            let head = String(decoding: received.readableBytesView[..<end.lowerBound], as: UTF8.self)
            received.moveReaderIndex(to: end.upperBound)
            guard head.hasPrefix("HTTP/1.1 \(plan.kind == .plain ? "200" : "101")") else {
                opened.fail(Refused(head: head))
                return
            }
            isOpen = true
            opened.succeed()
            if plan.kind == .idle { sendViewport(step: 0, ping: false) }
        }
        if plan.kind == .plain { received.clear() } else { readFrames() }
    }

    func channelInactive(context: ChannelHandlerContext) { opened.fail(Refused(head: "closed")) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        opened.fail(error)
        context.close(promise: nil)
    }

    private func readFrames() {
        while received.readableBytes >= 2 {
            let start = received.readerIndex
            let first: UInt8 = received.getInteger(at: start)!
            var length = Int(received.getInteger(at: start + 1, as: UInt8.self)!)
            var head = 2
            if length == 126 {
                guard let long = received.getInteger(at: start + 2, as: UInt16.self) else { return }
                (length, head) = (Int(long), 4)
            } else if length == 127 {
                guard let long = received.getInteger(at: start + 2, as: UInt64.self) else { return }
                (length, head) = (Int(long), 10)
            }
            guard received.readableBytes >= head + length else { return }
            received.moveReaderIndex(forwardBy: head + length)
            if first & 15 == 10, let sent {
                latencies.append(Double((NIODeadline.now() - sent).nanoseconds) / 1e6)
                self.sent = nil
            }
            if first & 15 == 8 { fatalError("the server closed a session") }
        }
        received.discardReadBytes()
    }

    /// The next viewport, and a ping, whose pong says that it has been looked at.
    func scroll() {
        if sent != nil {
            late += 1
            return
        }
        step += 1
        sent = .now()
        sendViewport(step: step, ping: true)
    }

    private func sendViewport(step: Int, ping: Bool) {
        // Up and down by 800 points a second, 80 each tenth of one, each viewer somewhere else.
        let way = Double((step * 80 + number * 37) % 3000)
        let y = way < 1500 ? way : 3000 - way
        let velocity = way < 1500 ? 800 : -800
        let message =
            #"{"type":"viewport","x":\#(number % 20 * 40),"y":\#(y),"width":1200,"height":800,"scale":1"#
            + (ping ? #","velocityX":0,"velocityY":\#(velocity)}"# : "}")
        var buffer = ByteBuffer()
        buffer.writeInteger(0x81, as: UInt8.self)
        buffer.writeInteger(0xFE, as: UInt8.self)
        buffer.writeInteger(UInt16(message.utf8.count))
        buffer.writeInteger(0, as: UInt32.self)
        buffer.writeString(message)
        if ping {
            buffer.writeInteger(0x8980, as: UInt16.self)
            buffer.writeInteger(0, as: UInt32.self)
        }
        channel?.writeAndFlush(buffer, promise: nil)
    }
}

struct Refused: Error { var head: String }

guard let plan = Plan(CommandLine.arguments) else {
    print("SessionLoad PORT CONTENT plain|idle|scroll COUNT [SECONDS]")
    exit(64)
}
let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
let loop = group.next()

func printLine(_ line: String) {
    print(line)
    fflush(nil)
}

// All on the one loop, some at a time, so that the server's queue of connections does not overflow.
// @unchecked Sendable: used on the loop's thread only.
struct Crowd: @unchecked Sendable { var viewers: [Viewer] = [] }
nonisolated(unsafe) var crowd = Crowd()
for start in stride(from: 0, to: plan.count, by: 50) {
    let part = try loop.submit {
        (start..<min(start + 50, plan.count)).map { number -> EventLoopFuture<Void> in
            let viewer = Viewer(plan, number, on: loop)
            crowd.viewers.append(viewer)
            let opened = viewer.opened.futureResult
            nonisolated(unsafe) let handler = viewer
            ClientBootstrap(group: loop).channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(handler) }
            }.connect(host: "127.0.0.1", port: plan.port).whenFailure { error in handler.opened.fail(error) }
            return opened
        }
    }.wait()
    for future in part { try future.wait() }
}
printLine("open")

if plan.kind == .scroll {
    // A twentieth of them each 5 ms; what was missed is made up for.
    nonisolated(unsafe) var turn = 0
    let start = NIODeadline.now()
    let task = loop.scheduleRepeatedTask(initialDelay: .zero, delay: .milliseconds(1)) { _ in
        while start + .milliseconds(Int64(5 * turn)) <= .now() {
            for number in stride(from: turn % 20, to: crowd.viewers.count, by: 20) { crowd.viewers[number].scroll() }
            turn += 1
        }
    }
    // The first third is for tiles that are drawn for the first time.
    Thread.sleep(forTimeInterval: plan.seconds / 3)
    try loop.submit {
        for viewer in crowd.viewers {
            viewer.latencies.removeAll(keepingCapacity: true)
            viewer.late = 0
        }
    }.wait()
    Thread.sleep(forTimeInterval: plan.seconds / 3 * 2)
    let (all, late) = try loop.submit {
        task.cancel()
        return (crowd.viewers.flatMap(\.latencies).sorted(), crowd.viewers.map(\.late).reduce(0, +))
    }.wait()
    func part(_ share: Double) -> String {
        String(format: "%.2f", all[min(all.count - 1, Int(share * Double(all.count)))])
    }
    printLine("updates \(all.count) late \(late) median \(part(0.5)) p99 \(part(0.99)) worst \(part(1))")
} else {
    // Until it is told to go.
    _ = readLine()
}
exit(0)

import Foundation
import Glibc
import Testing
import TileBars
import TileControllers
import TileDrawing
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport
import TileTyping
import TileViews

@testable import ViewContent

/// A page with a button that turns black when it is pressed, and a field.
private final class Desk: UIView {
    let button = UIButton(frame: CGRect(x: 0, y: 0, width: 40, height: 40))
    let field = UITextField(frame: CGRect(x: 0, y: 50, width: 100, height: 30))

    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = .white
        button.accessibilityLabel = "Ring"
        button.addAction(UIAction { [weak button] _ in button?.backgroundColor = .black }, for: .touchUpInside)
        addSubview(button)
        addSubview(field)
    }

    required init?(coder: NSCoder) { nil }
}

/// A content that draws with a closure.
private final class Drawn: TileSource {
    let contentSize = CGSize(width: 120, height: 90)
    private let draw: @Sendable (RasterContext) throws -> PixelColor

    init(_ draw: @escaping @Sendable (RasterContext) throws -> PixelColor) { self.draw = draw }

    func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        .solid(try draw(context), width: area.width, height: area.height)
    }
}

/// A tree and its other end, in one process.
private final class Pair: Sendable {
    let tree: ViewSource<Desk>
    let near: Int32
    let far: Int32
    let kills = Lock(0)
    let host = Lock<TreeHost?>(nil)

    init() throws {
        var pair: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
        (near, far) = (pair[0], pair[1])
        tree = ViewSource(Desk(frame: CGRect(x: 0, y: 0, width: 120, height: 90)))
    }

    /// Starts answering, by default for the tree.
    func open(_ source: (any TileSource)? = nil) {
        let host = TreeHost(far) { _ in }
        host.open(source ?? tree)
        self.host.withLock { $0 = host }
    }

    /// Returns when the calls at the other end are answered.
    func finishCalls() { host.withLock { $0 }?.finishCalls() }

    func process() throws(TreeFailure) -> TreeProcess {
        try TreeProcess(
            TreeLink.Peer(
                descriptor: near,
                kill: { [self] in
                    kills.withLock { $0 += 1 }
                    shutdown(far, Int32(SHUT_RDWR))
                }, reap: { .crashed(signal: 4) }), patience: 60)
    }

    deinit {
        close(near)
        close(far)
    }
}

@Suite("A tree in another process")
struct TreeProcessTests {
    private let pair: Pair

    init() throws { pair = try Pair() }

    private func pixels(_ source: any TileSource, _ quality: RasterContext.Quality = .full) throws -> [UInt32] {
        let area = RasterArea(scale: 2, x: 10, y: 4, width: 100, height: 80)
        let pool = BitmapPool()
        let image = try source.raster(area, in: RasterContext(quality: quality, pool: pool)).bitmap(in: pool)
        return (0..<image.height).flatMap { Array(image.row($0)) }
    }

    private func press(_ source: any TouchableTileSource) -> Set<ContentTouch.Finger> {
        let finger = ContentTouch.Finger(person: 1, number: 7)
        let place = CGPoint(x: 20, y: 20)
        return source.touch([ContentTouch(finger, .began, at: place), ContentTouch(finger, .ended, at: place)])
    }

    @Test("is drawn, touched and read as in the server's own")
    func calls() throws {
        pair.open()
        let process = try pair.process()
        #expect(process.contentSize == CGSize(width: 120, height: 90))
        #expect(process.screenSize == pair.tree.screenSize)
        #expect(!process.followsViewer)
        #expect(try pixels(process) == pixels(pair.tree))
        #expect(try pixels(process, .draft) == pixels(pair.tree, .draft))
        #expect(process.accessibleElements(limit: 9) == pair.tree.accessibleElements(limit: 9))
        #expect(process.accessibleElements(limit: 9).map(\.label) == ["Ring", ""])
        let before = try pixels(process)
        let changes = Lock<[Box]>([])
        let subscription = process.subscribe { box in changes.withLock { $0.append(box) } }
        defer { _ = consume subscription }
        #expect(press(process) == [ContentTouch.Finger(person: 1, number: 7)])
        // Known before the call returns.
        #expect(changes.withLock { $0 } == [Box(x: 0, y: 0, width: 40, height: 40)])
        #expect(try pixels(process) != before)
        #expect(try pixels(process) == pixels(pair.tree))
    }

    @Test("is typed in")
    func typing() throws {
        pair.open()
        let process = try pair.process()
        let states = Lock<[ContentTypingState]>([])
        let subscription = process.subscribeToTyping { state in states.withLock { $0.append(state) } }
        defer { _ = consume subscription }
        pair.tree.update { _ = $0.field.becomeFirstResponder() }
        // A call behind the message.
        #expect(!process.isMoving)
        let number = try #require(states.withLock { $0.last }?.number)
        process.type([.insert("Aß"), .key(.left, [.shift])], into: number)
        #expect(pair.tree.update { $0.field.text } == "Aß")
        #expect(states.withLock { $0.last }?.selection == 1..<2)
    }

    @Test("that does not answer is ended, with a reason that its callers get")
    func hangs() throws {
        pair.open()
        let process = try pair.process()
        let ends = Lock<[String]>([])
        process.whenEnded { reason in ends.withLock { $0.append(reason.reasonForClients) } }
        let isFree = DispatchSemaphore(value: 0)
        let isHeld = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [pair] in
            pair.tree.update { _ in
                isHeld.signal()
                isFree.wait()
            }
        }
        isHeld.wait()
        defer {
            isFree.signal()
            pair.finishCalls()
        }
        // Tiles don't wait for the tree's code.
        #expect(try pixels(process).contains(0xFFFF_FFFF))
        process.link.patience = 0.01
        #expect(press(process) == [])
        #expect(pair.kills.withLock { $0 } == 1)
        #expect(throws: TreeFailure.hung(seconds: 0.01)) { try pixels(process) }
    }

    private func draw(
        _ source: any TileSource, patience: Double?, isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws -> (color: UInt32, missing: Set<MissingPart>) {
        let missing = Lock<Set<MissingPart>>([])
        var context = RasterContext(pool: BitmapPool(), isCancelled: isCancelled)
        context.externalPatience = patience
        context.onMissingPart = { part in missing.withLock { _ = $0.insert(part) } }
        let image = try source.raster(RasterArea(scale: 1, x: 0, y: 0, width: 2, height: 1), in: context)
        return (image.bitmap(in: context.pool).row(0)[1], missing.withLock { $0 })
    }

    @Test("that draws for too long fails the call and goes on, as does one whose pixels are no longer wanted")
    func slowDrawing() throws {
        let isEndless = Lock(true)
        pair.open(
            Drawn { context in
                // Ends by the processor time that the call allows.
                while isEndless.withLock({ $0 }) { try context.checkCancellation() }
                if context.externalPatience == 2 {
                    context.onMissingPart?(.forNow)
                    context.onMissingPart?(.damaged)
                }
                return PixelColor(argb: 0xFF12_3456)
            })
        let process = try pair.process()
        #expect(throws: TreeFailure.notDrawn(reason: "it takes too long to draw")) {
            try draw(process, patience: 0.05)
        }
        pair.finishCalls()
        let checks = Lock(0)
        #expect(throws: CancellationError.self) {
            try draw(process, patience: nil) {
                checks.withLock { checks in
                    checks += 1
                    return checks > 1
                }
            }
        }
        isEndless.withLock { $0 = false }
        #expect(try draw(process, patience: nil) == (0xFF12_3456, []))
        // The parts that another process did not draw in time are known here.
        #expect(try draw(process, patience: 2) == (0xFF12_3456, [.forNow, .damaged]))
        #expect(pair.kills.withLock { $0 } == 0)
    }

    @Test("pixels have the size of their area and known marks")
    func pixelFrames() {
        let area = RasterArea(scale: 1, x: 0, y: 0, width: 2, height: 3)
        let parts = Lock<[MissingPart]>([])
        var context = RasterContext(pool: BitmapPool())
        context.onMissingPart = { part in parts.withLock { $0.append(part) } }
        func isImage(_ words: [UInt32]) -> Bool {
            TreePixels.image(words.withUnsafeBytes { Array($0) }, of: area, in: context) != nil
        }
        #expect(isImage([2, 3, 0, 9]) && isImage([2, 3, 2] + [UInt32](repeating: 9, count: 6)))
        #expect(parts.withLock { $0 } == [.tooComplex])
        for words in [
            [], [2, 3, 0], [2, 3, 8, 9], [3, 2, 0, 9], [2, 3, 0, 9, 9], [2, 3] + [UInt32](repeating: 9, count: 6),
        ] {
            #expect(!isImage(words))
        }
        #expect(parts.withLock { $0 } == [.tooComplex])
    }

    @Test("that ends by itself fails its calls, and its owner is told")
    func ends() throws {
        pair.open()
        let process = try pair.process()
        let end = DispatchSemaphore(value: 0)
        process.whenEnded { _ in end.signal() }
        shutdown(pair.far, Int32(SHUT_RDWR))
        end.wait()
        #expect(throws: TreeFailure.crashed(signal: 4)) { try pixels(process) }
        #expect(press(process) == [])
        #expect(process.accessibleElements(limit: 9) == [])
        #expect(process.savedState() == nil)
        #expect(pair.kills.withLock { $0 } == 0)
    }

    @Test(
        "that sends an invalid message is ended",
        arguments: [
            [UInt64](repeating: 9, count: 3), [TreeFrame.news.rawValue, 0, 0], [TreeFrame.call.rawValue, 0, 0],
            [TreeFrame.reply.rawValue, 1, .max],
        ])
    func garbled(_ words: [UInt64]) throws {
        _ = words.withUnsafeBytes { write(pair.far, $0.baseAddress, $0.count) }
        #expect(throws: TreeFailure.garbled) { _ = try pair.process() }
        #expect(pair.kills.withLock { $0 } == 1)
    }
}

import Dispatch
import Foundation
import Testing
import TileControllers
import TileDrawing
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport
import TileViews
import ViewContent

/// A controller whose view changes when something that it waited for is there.
///
/// `@unchecked Sendable`: it is used on the main thread only.
private final class Waiting: UIViewController, @unchecked Sendable {
    private var arrived = 0

    func arrive() { view.backgroundColor = .black }

    override func viewDidLoad() { view.backgroundColor = .white }

    func wait(for kind: String) {
        let main = UIScreen.main
        switch kind {
        case "async": DispatchQueue.main.async { self.arrive() }
        case "asyncAfter": DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(1)) { self.arrive() }
        case "task":
            Task { @MainActor in
                self.arrive()
                if UIScreen.main !== main { self.view.backgroundColor = .white }
            }
        case "sleeping task":
            Task { @MainActor in
                try await Task.sleep(for: .milliseconds(1))
                self.arrive()
                if UIScreen.main !== main { self.view.backgroundColor = .white }
            }
        case "operation": OperationQueue.main.addOperation { self.arrive() }
        case "notification":
            _ = NotificationCenter.default.addObserver(forName: Self.arrival, object: self, queue: nil) { _ in
                self.arrive()
            }
            DispatchQueue.main.async { NotificationCenter.default.post(name: Self.arrival, object: self) }
        case "100,000 tasks":
            for index in 1...100_000 {
                Task { @MainActor in
                    self.view.bounds.origin.x = CGFloat(index % 2)
                    self.arrived += 1
                    if self.arrived == 100_000 { self.arrive() }
                }
            }
        case "background work":
            DispatchQueue.global().async {
                DispatchQueue.main.async { self.arrive() }
            }
        default: preconditionFailure(kind)
        }
    }

    private static let arrival = Notification.Name("arrival")
}

@Suite("What a program waits for")
struct MainQueueTests {
    @Test(
        "changes the tiles",
        arguments: [
            "async", "asyncAfter", "task", "sleeping task", "operation", "notification", "background work",
            "100,000 tasks",
        ])
    func changes(_ kind: String) async throws {
        let source = ViewSource(Waiting(), size: CGSize(width: 10, height: 10))
        func color() throws -> UInt32? {
            let area = RasterArea(scale: 1, x: 5, y: 5, width: 1, height: 1)
            guard case .solid(let color, _, _) = try source.raster(area, in: RasterContext(pool: BitmapPool())) else {
                return nil
            }
            return color.argb
        }
        let changes = AsyncStream<Void>.makeStream()
        let subscription = source.subscribe { _ in changes.continuation.yield() }
        defer { _ = consume subscription }
        #expect(try color() == 0xFFFF_FFFF)
        source.updateController { ($0 as? Waiting)?.wait(for: kind) }
        for await _ in changes.stream where try color() == 0xFF00_0000 { break }
        #expect(try color() == 0xFF00_0000)
    }
}

import Dispatch
import Foundation
import Testing
import TileControllers
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport
import TileViews

@testable import ViewContent

/// A page with a square that moves to the right by 1 with a timer, by 10 and by 100 later.
///
/// `@unchecked Sendable`: timers and the main queue call it on the executor of its tree only.
private final class TimedPage: UIViewController, @unchecked Sendable {
    private let square = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))

    override func loadView() {
        view = UIView()
        view.backgroundColor = .white
        square.backgroundColor = .black
        view.addSubview(square)
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        _ = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { [weak self] _ in self?.move(by: 1) }
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) { self.move(by: 10) }
        DispatchQueue.main.async { self.move(by: 100) }
    }

    private func move(by distance: CGFloat) { square.frame.origin.x += distance }
}

/// A page with a square that a task moves to the right by 100, after a second by 10, then each half second by 1.
private final class SleepingPage: UIViewController {
    private let square = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))

    override func viewDidLoad() {
        view.backgroundColor = .white
        square.backgroundColor = .black
        view.addSubview(square)
        // `nonisolated(unsafe)`: the square is used on the main thread only, where its tree is.
        nonisolated(unsafe) let square = square
        _ = Task { @MainActor in
            square.frame.origin.x += 100
            try await Task.sleep(for: .seconds(1))
            square.frame.origin.x += 10
            for _ in 1...2 {
                try await Task.sleep(nanoseconds: 500_000_000)
                square.frame.origin.x += 1
            }
        }
    }
}

@Suite("Trees in their own time")
struct ProgramTimeTests {
    /// Returns the left edge of the square at each frame where it has moved, by the number of the frame.
    private func film(
        _ isolation: TreeIsolation, _ page: sending UIViewController, frames: Int
    ) throws -> (places: [Int: Int], pixels: Int) {
        let source = ViewSource(
            page, size: CGSize(width: 420, height: 20), isolation: isolation, time: .virtual)
        let area = RasterArea(scale: 1, x: 0, y: 10, width: 420, height: 1)
        var (places, pixels) = ([Int: Int](), Hasher())
        var last = -1
        source.pass(0)
        for frame in 0...frames {
            guard case .bitmap(let row) = try source.raster(area, in: RasterContext(pool: BitmapPool())) else { break }
            let colors = (0..<420).map { row[$0, 0].argb }
            pixels.combine(colors)
            if let place = colors.firstIndex(of: 0xFF00_0000), place != last {
                places[frame] = place
                last = place
            }
            source.pass(1.0 / 60)
        }
        return (places, pixels.finalize())
    }

    @Test("a film of a controller with timers and blocks has exactly the same frames each time")
    func films() throws {
        let films = try (1...2).map { _ in try film(.mainThread, TimedPage(), frames: 130) }
        #expect(films[0].places == [0: 100, 30: 110, 60: 111, 120: 112])
        #expect(films[0] == films[1])
    }

    @Test("so has a film of a controller with tasks that sleep")
    func sleepingFilms() throws {
        let films = try (1...2).map { _ in try film(.mainThread, SleepingPage(), frames: 130) }
        #expect(films[0].places == [0: 100, 60: 110, 90: 111, 120: 112])
        #expect(films[0] == films[1])
    }

    @Test("a build shows what is due at the beginning, and no timer or sleep later", arguments: [true, false])
    func builds(isTimed: Bool) throws {
        let source = ViewSource(
            isTimed ? TimedPage() : SleepingPage(), size: CGSize(width: 420, height: 20), isolation: .mainThread,
            time: .virtual)
        for _ in 1...2 {
            let area = RasterArea(scale: 1, x: 0, y: 10, width: 420, height: 1)
            guard case .bitmap(let row) = try source.raster(area, in: RasterContext(pool: BitmapPool())) else { return }
            #expect((0..<420).first { row[$0, 0].argb == 0xFF00_0000 } == 100)
        }
    }

    /// A page with a square that a timer moves.
    private final class Ticking: UIViewController, @unchecked Sendable {
        // `@unchecked Sendable`: its timer calls it on the thread of its tree.
        private let square = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))

        override func viewDidLoad() {
            view.backgroundColor = .white
            square.backgroundColor = .black
            view.addSubview(square)
            _ = Timer.scheduledTimer(withTimeInterval: 0.5, repeats: true) { _ in self.square.frame.origin.x += 5 }
        }
    }

    @Test("timers of trees on other threads use their own time, too")
    func callers() throws {
        let (places, _) = try film(.shared(SteppedExecutor()), Ticking(), frames: 100)
        #expect(places == [0: 0, 30: 5, 60: 10, 90: 15])
    }
}

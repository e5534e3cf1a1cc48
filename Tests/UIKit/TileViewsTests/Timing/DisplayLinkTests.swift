import Foundation
import Testing
import TileLayers

@testable import TileViews

@Suite("Display links")
struct DisplayLinkTests {
    let screen = UIScreen(size: CGSize(width: 100, height: 100), maximumFramesPerSecond: 120)
    let clock = VirtualClock(now: 10)

    init() { screen.clock = clock }

    private func frames(_ count: Int) {
        for _ in 0..<count {
            clock.advance(by: 1.0 / 120)
            _ = screen.frame()
        }
    }

    @Test("A link is called once a frame, with the frame's time")
    func called() {
        var times: [Double] = []
        let link = screen.displayLink { times.append($0.timestamp) }
        frames(3)
        #expect(times == [10 + 1.0 / 120, 10 + 1.0 / 120 + 1.0 / 120, 10 + 1.0 / 120 + 1.0 / 120 + 1.0 / 120])
        #expect(link.duration == 1.0 / 120 && link.targetTimestamp == link.timestamp + 1.0 / 120)
        link.isPaused = true
        frames(2)
        #expect(times.count == 3)
        link.isPaused = false
        frames(1)
        #expect(times.count == 4)
        link.invalidate()
        frames(1)
        #expect(times.count == 4)
    }

    @Test(
        "A link that wants fewer calls gets every second, third or fourth frame",
        arguments: [(60, 6), (40, 4), (30, 3)])
    func rates(rate: Int, calls: Int) {
        var count = 0
        let link = screen.displayLink { _ in count += 1 }
        link.preferredFramesPerSecond = rate
        frames(12)
        #expect(count == calls)
        #expect(link.frameInterval == 120 / rate)
    }

    @Test("A range of rates asks for its preferred one, or for its highest where it prefers none")
    func rateRanges() async {
        let link = screen.displayLink { _ in }
        #expect(link.preferredFrameRateRange == .default)
        #expect(CAFrameRateRange.default == CAFrameRateRange(minimum: 0, maximum: 0, preferred: 0))
        link.preferredFrameRateRange = CAFrameRateRange(minimum: 20, maximum: 60, preferred: 40)
        #expect(link.preferredFramesPerSecond == 40 && link.duration == 1.0 / 40)
        link.preferredFrameRateRange = CAFrameRateRange(minimum: 20, maximum: 60)
        #expect(link.preferredFramesPerSecond == 60)
        link.preferredFrameRateRange = CAFrameRateRange(minimum: 80, maximum: 500, preferred: 480)
        #expect(link.duration == 1.0 / 120, "no more often than the screen shows frames")
        link.preferredFrameRateRange = .default
        #expect(link.preferredFramesPerSecond == 0 && link.frameInterval == 1)
        link.invalidate()
        await #expect(processExitsWith: .failure) { _ = CAFrameRateRange(minimum: 60, maximum: 30) }
        await #expect(processExitsWith: .failure) { _ = CAFrameRateRange(minimum: 10, maximum: 30, preferred: 60) }
    }

    @Test("A target is called by the name that it registered, and let go of by invalidate()")
    func target() {
        final class Spinner: ActionTarget {
            static let actions: ActionTable = [.action("spin:", Spinner.spin)]
            var count = 0
            func spin(_ link: CADisplayLink) { count += 1 }
        }
        var spinner: Spinner? = Spinner()
        weak let kept = spinner
        let link = screen.displayLink(withTarget: spinner!, selector: "spin:")!
        frames(1)
        #expect(spinner?.count == 0)
        link.add(to: .main, forMode: .common)
        frames(2)
        #expect(spinner?.count == 2)
        spinner = nil
        #expect(kept != nil)
        link.invalidate()
        #expect(kept == nil)
    }

    @Test("Links may add and take out each other while they are called")
    func changing() {
        var log: [String] = []
        var second: CADisplayLink?
        let first = screen.displayLink { link in
            log.append("first")
            second?.invalidate()
            link.invalidate()
            _ = screen.displayLink { _ in log.append("third") }
        }
        second = screen.displayLink { _ in log.append("second") }
        frames(1)
        #expect(log == ["first"])
        frames(1)
        #expect(log == ["first", "third"])
        _ = first
    }

    @Test("A link that an event of a frame puts to work is called from the next frame on")
    func startedByEvent() {
        final class Starter: UIView {
            override class var actions: ActionTable { super.actions + [.action("step:", Starter.step)] }
            var times: [Double] = []
            func step(_ link: CADisplayLink) { times.append(link.timestamp) }
            override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
                let link = window?.screen.displayLink(withTarget: self, selector: "step:")
                link?.add(to: .main, forMode: .common)
            }
        }
        let window = UIWindow(screen: screen)
        let starter = Starter(frame: window.bounds)
        window.addSubview(starter)
        window.isHidden = false
        let fingers = TouchSequence(on: screen)
        fingers.post([TouchSample(.began, at: CGPoint(x: 50, y: 50), timestamp: clock.now)])
        frames(1)
        #expect(starter.times.isEmpty && screen.isFramePending)
        frames(2)
        #expect(starter.times == [10 + 1.0 / 120 + 1.0 / 120, 10 + 1.0 / 120 + 1.0 / 120 + 1.0 / 120])
    }

    @Test("A screen without marks, events and links has no frame pending")
    func pending() {
        frames(1)
        #expect(!screen.isFramePending)
        let link = screen.displayLink { _ in }
        #expect(screen.isFramePending)
        link.isPaused = true
        #expect(!screen.isFramePending)
        link.invalidate()
    }
}

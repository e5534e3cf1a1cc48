import Foundation
import Testing

@testable import TileViews

@Suite("What a screen keeps for a display")
struct ScreenPanelTests {
    private final class Counter: @unchecked Sendable {
        // @unchecked Sendable: the center calls it on the thread that posts, which is that of the test.
        var count = 0
    }

    private func posts(_ name: Notification.Name, by screen: UIScreen, _ body: () -> Void) -> Int {
        let counter = Counter()
        let token = NotificationCenter.default.addObserver(forName: name, object: screen, queue: nil) { _ in
            counter.count += 1
        }
        body()
        NotificationCenter.default.removeObserver(token)
        return counter.count
    }

    @Test("Brightness stays within 0…1, and another one is told once")
    func brightness() {
        let screen = UIScreen(size: CGSize(width: 10, height: 10))
        #expect(screen.brightness == 0.5)
        let count = posts(UIScreen.brightnessDidChangeNotification, by: screen) {
            screen.brightness = 0.8
            screen.brightness = 0.8
            screen.brightness = 7
            screen.brightness = 1
        }
        #expect(count == 2 && screen.brightness == 1)
        screen.brightness = -.infinity
        #expect(screen.brightness == 0)
    }

    @Test("Being recorded is what the program says, and told once")
    func captured() {
        let screen = UIScreen(size: CGSize(width: 10, height: 10))
        #expect(!screen.isCaptured)
        let count = posts(UIScreen.capturedDidChangeNotification, by: screen) {
            screen.isCaptured = true
            screen.isCaptured = true
        }
        #expect(count == 1 && screen.isCaptured)
    }

    @Test("A virtual screen mirrors none, cuts off nothing, and is no brighter than white")
    func constants() {
        let screen = UIScreen(size: CGSize(width: 10, height: 10))
        #expect(screen.mirrored == nil && screen.overscanCompensationInsets == .zero)
        #expect(screen.currentEDRHeadroom == 1 && screen.potentialEDRHeadroom == 1)
        #expect(screen.referenceDisplayModeStatus == .notSupported && screen.calibratedLatency == 0)
    }
}

import Foundation
import Testing

@testable import TileViews

@Suite("Accessibility elements")
struct AccessibilityElementTests {
    @Test("are where their containers are, unless a place on the screen was set")
    func frames() {
        let screen = UIScreen(size: CGSize(width: 300, height: 300))
        let window = UIWindow(screen: screen)
        window.frame.origin = CGPoint(x: 5, y: 0)
        let view = UIView(frame: CGRect(x: 100, y: 20, width: 50, height: 50))
        let element = UIAccessibilityElement(accessibilityContainer: view)
        #expect(element.isAccessibilityElement && element.accessibilityFrame == .zero)
        element.accessibilityFrameInContainerSpace = CGRect(x: 10, y: 10, width: 20, height: 5)
        #expect(element.accessibilityFrame == .zero)

        window.addSubview(view)
        #expect(element.accessibilityFrame == CGRect(x: 115, y: 30, width: 20, height: 5))
        #expect(element.accessibilityActivationPoint == CGPoint(x: 125, y: 32.5))
        let inner = UIAccessibilityElement(accessibilityContainer: element)
        inner.accessibilityFrameInContainerSpace = CGRect(x: 1, y: 2, width: 3, height: 4)
        view.frame.origin.x = 50
        #expect(inner.accessibilityFrame == CGRect(x: 66, y: 32, width: 3, height: 4))

        element.accessibilityFrame = CGRect(x: 1, y: 1, width: 2, height: 2)
        view.frame.origin.x = 0
        #expect(element.accessibilityFrame == CGRect(x: 1, y: 1, width: 2, height: 2))
        #expect(element.accessibilityFrameInContainerSpace == .zero)
    }

    @Test("do not keep their containers, and say what they were told")
    func containers() {
        var view: UIView? = UIView()
        let element = view.map { UIAccessibilityElement(accessibilityContainer: $0) }
        element?.accessibilityLabel = "March"
        element?.accessibilityValue = "12"
        view?.accessibilityElements = element.map { [$0] }
        #expect(view?.accessibilityElementCount() == 1 && element?.accessibilityContainer as? UIView === view)
        view = nil
        #expect(element?.accessibilityContainer == nil)
        #expect(element?.accessibilityLabel == "March" && element?.accessibilityValue == "12")
    }

    @Test("what is told is posted to the notification center, with its argument")
    func notifications() {
        let element = UIAccessibilityElement(accessibilityContainer: UIView())
        final class Heard: @unchecked Sendable { var notifications: [UIAccessibility.Notification?] = [] }
        let heard = Heard()
        // The center is shared, so the observer is restricted to this test's object.
        let observer = NotificationCenter.default.addObserver(
            forName: UIAccessibility.didPostNotification, object: element, queue: nil
        ) { heard.notifications.append($0.userInfo?["notification"] as? UIAccessibility.Notification) }
        defer { NotificationCenter.default.removeObserver(observer) }
        UIAccessibility.post(notification: .layoutChanged, argument: element)
        UIAccessibility.post(notification: .announcement, argument: "done")
        #expect(heard.notifications == [.layoutChanged])
    }
}

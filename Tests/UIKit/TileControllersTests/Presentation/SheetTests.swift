import Foundation
import TestSupport
import Testing
import TileControllers
import TileDrawing
import TileGraphics
import TileLayers
import TileViews

@Suite("Sheets and popovers")
struct SheetTests {
    private let rig = ControllerRig()
    private let root: Teller
    private let other: Teller

    init() {
        root = Teller("o", rig.diary)
        other = Teller("n", rig.diary)
        rig.screen.safeAreaInsets = UIEdgeInsets(top: 59, left: 0, bottom: 34, right: 0)
        rig.show(root)
    }

    private func frame(of controller: UIViewController) -> CGRect {
        controller.view.convert(controller.view.bounds, to: nil)
    }
    private var place: CGRect { frame(of: other) }

    private func present() {
        root.present(other, animated: false)
        rig.frame()
    }

    @Test("in a narrow window a sheet leaves the top free; at the medium detent, half above the safe area")
    func detents() {
        let sheet = other.sheetPresentationController
        sheet?.detents = [.medium(), .large()]
        present()
        #expect(place == CGRect(x: 0, y: 389, width: 390, height: 455), "\(place)")
        sheet?.selectedDetentIdentifier = .large
        rig.frame()
        #expect(place == CGRect(x: 0, y: 59, width: 390, height: 785), "\(place)")
        sheet?.detents = [.custom { _ in 200 }, .custom { $0.maximumDetentValue * 0.5 }]
        sheet?.selectedDetentIdentifier = nil
        rig.frame()
        #expect(place.height == 234)
        sheet?.detents = [.custom { _ in .nan }, .custom { _ in -3 }, .custom { _ in nil }]
        rig.frame()
        #expect(place.height == 785)
    }

    /// Drags a finger, and holds it still at the end unless it flicks.
    private func drag(from: Double, to: Double, steps: Int = 20, flicks: Bool = false) {
        let finger = TouchSequence(on: rig.screen)
        func send(_ phase: UITouch.Phase, _ y: Double) {
            finger.send(TouchSample(phase, at: CGPoint(x: 195, y: y), timestamp: rig.clock.now))
            rig.frame(after: 1 / 60)
        }
        send(.began, from)
        for step in 1...steps { send(.moved, from + (to - from) * Double(step) / Double(steps)) }
        if !flicks { for _ in 0..<12 { send(.moved, to) } }
        send(.ended, to)
        rig.settle()
    }

    /// Records the delegate's calls.
    private final class Asked: NSObject, UISheetPresentationControllerDelegate {
        var heard: [String] = []
        var allows = true
        func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool {
            heard.append("should")
            return allows
        }
        func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {
            heard.append("will")
        }
        func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
            heard.append("did")
        }
        func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {
            heard.append("attempt")
        }
        func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
            _ sheetPresentationController: UISheetPresentationController
        ) { heard.append(sheetPresentationController.selectedDetentIdentifier?.rawValue ?? "none") }
    }

    @Test("a drag moves it between detents, and off; the delegate is asked and told")
    func dragging() {
        let asked = Asked()
        let sheet = other.sheetPresentationController
        sheet?.detents = [.medium(), .large()]
        sheet?.delegate = asked
        present()
        drag(from: 440, to: 120)
        #expect(asked.heard == ["com.apple.UIKit.large"] && place.minY == 59)
        drag(from: 80, to: 400)
        #expect(asked.heard.last == "com.apple.UIKit.medium" && place.minY == 389)
        asked.heard = []
        drag(from: 440, to: 480)
        #expect(asked.heard.isEmpty && place.minY == 389)
        drag(from: 440, to: 760)
        #expect(asked.heard == ["should", "will", "did"] && root.presentedViewController == nil)
    }

    @Test("a quick drag down dismisses; one that is not allowed to go comes back")
    func flick() {
        let asked = Asked()
        other.presentationController?.delegate = asked
        present()
        asked.allows = false
        drag(from: 80, to: 400, steps: 6, flicks: true)
        #expect(asked.heard == ["should", "attempt"] && place.minY == 59)
        asked.heard = []
        other.isModalInPresentation = true
        drag(from: 80, to: 400, steps: 6, flicks: true)
        #expect(asked.heard == ["attempt"] && place.minY == 59)
        asked.heard = []
        (other.isModalInPresentation, asked.allows) = (false, true)
        drag(from: 80, to: 400, steps: 6, flicks: true)
        #expect(asked.heard == ["should", "will", "did"] && other.presentingViewController == nil)
        asked.heard = []
        present()
        other.dismiss(animated: true)
        rig.settle()
        #expect(asked.heard.isEmpty && other.presentingViewController == nil)
    }

    @Test("in a sheet with a scroll view, a drag scrolls, and moves the sheet where there is nothing to scroll")
    func scrolling() {
        let scroll = UIScrollView()
        scroll.contentSize = CGSize(width: 390, height: 3000)
        other.make = { scroll }
        other.sheetPresentationController?.detents = [.medium(), .large()]
        present()
        drag(from: 700, to: 300)
        #expect(place.minY == 59 && scroll.contentOffset.y <= 0)
        drag(from: 700, to: 300)
        #expect(place.minY == 59 && scroll.contentOffset.y > 300)
        drag(from: 300, to: 400)
        #expect(place.minY == 59)
        scroll.setContentOffset(CGPoint(x: 0, y: -scroll.adjustedContentInset.top), animated: false)
        drag(from: 300, to: 700)
        #expect(place.minY == 389)
    }

    @Test("what is below is dimmed and out of reach, unless the sheet says up to where it is not")
    func dimming() {
        let button = UIButton(frame: CGRect(x: 0, y: 100, width: 100, height: 50))
        var taps = 0
        button.addAction(UIAction { _ in taps += 1 }, for: .touchUpInside)
        root.view.addSubview(button)
        let sheet = other.sheetPresentationController
        sheet?.detents = [.medium(), .large()]
        sheet?.largestUndimmedDetentIdentifier = .medium
        root.present(other, animated: true)
        rig.settle()
        func tap() {
            let finger = TouchSequence(on: rig.screen)
            for phase: UITouch.Phase in [.began, .ended] {
                finger.send(TouchSample(phase, at: CGPoint(x: 50, y: 120), timestamp: rig.clock.now))
                rig.frame(after: 0.05)
            }
            rig.settle()
        }
        tap()
        #expect(taps == 1 && root.presentedViewController === other)
        sheet?.largestUndimmedDetentIdentifier = nil
        rig.frame()
        tap()
        #expect(taps == 1 && root.presentedViewController == nil)
    }

    @Test("in a wide window a form is a card in its middle, of the size that it would like")
    func wide() {
        let rig = ControllerRig(CGSize(width: 1024, height: 768), idiom: .pad)
        let (root, other) = (UIViewController(), UIViewController())
        rig.show(root)
        other.modalPresentationStyle = .formSheet
        root.present(other, animated: false)
        rig.frame()
        #expect(frame(of: other) == CGRect(x: 242, y: 74, width: 540, height: 620))
        other.preferredContentSize = CGSize(width: 400, height: 300)
        rig.frame()
        #expect(other.view.bounds.size == CGSize(width: 400, height: 300))
    }

    @Test("a popover points at its source from the side that has room")
    func popovers() throws {
        let rig = ControllerRig(CGSize(width: 1024, height: 768), idiom: .pad)
        let (root, other) = (UIViewController(), UIViewController())
        rig.show(root)
        let source = UIView(frame: CGRect(x: 500, y: 10, width: 40, height: 40))
        root.view.addSubview(source)
        other.modalPresentationStyle = .popover
        other.preferredContentSize = CGSize(width: 200, height: 100)
        let popover = try #require(other.popoverPresentationController)
        popover.sourceView = source
        root.present(other, animated: false)
        rig.frame()
        #expect(popover.arrowDirection == .up && frame(of: other) == CGRect(x: 420, y: 63, width: 200, height: 100))
        source.frame.origin = CGPoint(x: 980, y: 700)
        popover.containerView?.setNeedsLayout()
        rig.frame()
        #expect(popover.arrowDirection == .down && frame(of: other).maxX == 1014)
        popover.permittedArrowDirections = .right
        rig.frame()
        #expect(popover.arrowDirection == .right && frame(of: other).maxX == 967)
    }

    /// Decides whether a popover can be dismissed, and records the delegate's calls.
    private final class Keeper: NSObject, UIPopoverPresentationControllerDelegate {
        var allows = false
        var heard: [String] = []
        func popoverPresentationControllerShouldDismissPopover(
            _ popoverPresentationController: UIPopoverPresentationController
        ) -> Bool {
            heard.append("should")
            return allows
        }
        func popoverPresentationControllerDidDismissPopover(
            _ popoverPresentationController: UIPopoverPresentationController
        ) { heard.append("did") }
    }

    @Test("a touch beside a popover dismisses it, if the delegate lets it; one of a view that it lets through does not")
    func besidePopover() throws {
        let rig = ControllerRig(CGSize(width: 1024, height: 768), idiom: .pad)
        let (root, other, keeper) = (UIViewController(), UIViewController(), Keeper())
        rig.show(root)
        var presses = 0
        let button = UIButton(type: .system, primaryAction: UIAction(title: "Press") { _ in presses += 1 })
        button.frame = CGRect(x: 20, y: 600, width: 100, height: 44)
        root.view.addSubview(button)
        other.modalPresentationStyle = .popover
        let popover = try #require(other.popoverPresentationController)
        (popover.sourceView, popover.sourceRect) = (root.view, CGRect(x: 500, y: 100, width: 10, height: 10))
        popover.delegate = keeper
        popover.passthroughViews = [button]
        root.present(other, animated: false)
        rig.frame()
        func touch(_ place: CGPoint) {
            let finger = TouchSequence(on: rig.screen)
            for phase: UITouch.Phase in [.began, .ended] {
                finger.send(TouchSample(phase, at: place, timestamp: rig.clock.now))
                rig.frame(after: 0.05)
            }
            rig.settle()
        }
        touch(button.center)
        #expect(presses == 1 && keeper.heard.isEmpty && root.presentedViewController === other)
        touch(CGPoint(x: 40, y: 40))
        #expect(keeper.heard == ["should"] && root.presentedViewController === other)
        keeper.allows = true
        touch(CGPoint(x: 40, y: 40))
        #expect(keeper.heard == ["should", "should", "did"] && root.presentedViewController == nil)
    }

    @Test("a narrow window has a popover as a sheet")
    func adaptedPopover() {
        other.modalPresentationStyle = .popover
        other.popoverPresentationController?.sourceView = root.view
        present()
        #expect(place.minY == 59 && other.presentationController is UIPopoverPresentationController)
        #expect(other.activePresentationController is UISheetPresentationController)
    }

    @Test("a popover without a source traps, with UIKit's words")
    func sourceless() async {
        await #expect(processExitsWith: .failure) {
            let rig = ControllerRig(CGSize(width: 1024, height: 768), idiom: .pad)
            let (root, other) = (UIViewController(), UIViewController())
            rig.show(root)
            other.modalPresentationStyle = .popover
            root.present(other, animated: false)
        }
    }

    @Test("a sheet in a turned phone covers all")
    func turned() {
        present()
        rig.screen.rotate(to: .landscapeRight)
        rig.frame()
        #expect(place == CGRect(x: 0, y: 0, width: 844, height: 390), "\(place)")
        rig.screen.rotate(to: .portrait)
        rig.frame()
        #expect(place.minY == 59)
    }

    @Test("on a phone 852 points high, the medium detent is 459 points high")
    func mediumDetent() {
        let rig = ControllerRig(CGSize(width: 393, height: 852))
        rig.screen.safeAreaInsets = UIEdgeInsets(top: 59, left: 0, bottom: 34, right: 0)
        let (root, other) = (rig.teller("o"), rig.teller("n"))
        rig.show(root)
        other.sheetPresentationController?.detents = [.medium(), .large()]
        root.present(other, animated: false)
        rig.frame()
        #expect(frame(of: other) == CGRect(x: 0, y: 393, width: 393, height: 459))
    }
}

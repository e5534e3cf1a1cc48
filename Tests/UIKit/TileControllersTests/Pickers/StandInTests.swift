import Foundation
import Testing
import TileDrawing
import TileGraphics
import TileViews

@testable import TileControllers

@Suite("Pickers and activities that stand in for the system's")
struct StandInTests {
    private let rig = ControllerRig()
    private let root = UIViewController()

    init() { rig.show(root) }

    private func touch(_ phases: [UITouch.Phase], _ points: [CGPoint], in view: UIView) {
        let finger = TouchSequence(on: rig.screen)
        for (phase, point) in zip(phases, points) {
            finger.send(TouchSample(phase, at: view.convert(point, to: nil), timestamp: rig.clock.now))
            rig.frame(after: 0.05)
        }
    }

    private func present(_ controller: UIViewController) {
        rig.screen.asMain { root.present(controller, animated: false) }
        rig.settle()
    }

    private final class Notes: UIColorPickerViewControllerDelegate {
        var colors: [(UIColor, Bool)] = []
        var finished = 0
        func colorPickerViewController(
            _ viewController: UIColorPickerViewController, didSelect color: UIColor, continuously: Bool
        ) { colors.append((color, continuously)) }
        func colorPickerViewControllerDidFinish(_ viewController: UIColorPickerViewController) { finished += 1 }
    }

    @Test("a finger on the grid chooses colors, and a test chooses with choose and finish")
    func colors() throws {
        let (picker, notes) = (UIColorPickerViewController(), Notes())
        picker.delegate = notes
        picker.selectedColor = UIColor(red: 0, green: 0, blue: 1, alpha: 0.5)
        present(picker)
        let grid = try #require(picker.view.subviews.compactMap { $0 as? ColorGrid }.first)
        let field = CGSize(width: grid.bounds.width / 12, height: grid.bounds.height / 10)
        func point(_ column: CGFloat, _ row: CGFloat) -> CGPoint {
            CGPoint(x: field.width * (column + 0.5), y: field.height * (row + 0.5))
        }
        touch([.began, .moved, .ended], [point(11, 0), point(3, 4), point(3, 4)], in: grid)
        #expect(
            notes.colors.map(\.0) == [
                UIColor(white: 0, alpha: 0.5), ColorGrid.color(column: 3, row: 4).withAlphaComponent(0.5),
                ColorGrid.color(column: 3, row: 4).withAlphaComponent(0.5),
            ])
        #expect(notes.colors.map(\.1) == [true, true, false])
        picker.supportsAlpha = false
        picker.choose(UIColor(red: 1, green: 0, blue: 0, alpha: 0.5))
        #expect(picker.selectedColor == UIColor(red: 1, green: 0, blue: 0, alpha: 1) && notes.colors.count == 4)
        rig.screen.asMain { picker.finish() }
        rig.settle()
        #expect(notes.finished == 1 && root.presentedViewController == nil)
    }

    @Test("a drag of the opacity ends with a choice, as a canceled touch does; a picker that is swiped away finishes")
    func ends() throws {
        let (picker, notes) = (UIColorPickerViewController(), Notes())
        picker.delegate = notes
        picker.selectedColor = UIColor(red: 0, green: 0, blue: 1, alpha: 0.5)
        present(picker)
        let opacity = try #require(picker.view.subviews.compactMap { $0 as? UISlider }.first)
        let (middle, up) = (opacity.bounds.midX, opacity.bounds.midX + (opacity.bounds.width - 28) / 4)
        touch([.began, .moved, .ended], [middle, up, up].map { CGPoint(x: $0, y: 15) }, in: opacity)
        #expect(notes.colors.map(\.1) == [true, false])
        #expect(notes.colors.allSatisfy { abs($0.0.cgColor.alpha - 0.75) < 1e-3 })
        let grid = try #require(picker.view.subviews.compactMap { $0 as? ColorGrid }.first)
        touch([.began, .cancelled], [CGPoint(x: 1, y: 1), CGPoint(x: 1, y: 1)], in: grid)
        #expect(notes.colors.map(\.1) == [true, false, true, false] && notes.colors[2].0 == notes.colors[3].0)
        rig.screen.asMain { picker.modality.active?.dismissByHand() }
        rig.settle()
        #expect(notes.finished == 1 && root.presentedViewController == nil)
        rig.screen.asMain {
            root.present(picker, animated: true)
            picker.finish()
            picker.finish()
        }
        rig.settle()
        #expect(notes.finished == 2 && root.presentedViewController == nil)
    }

    @Test("views narrower than the margins have no room for anything")
    func narrow() throws {
        let share = UIActivityViewController(activityItems: ["text"], applicationActivities: nil)
        let pickers = [UIColorPickerViewController(), share]
        for (size, x) in [(CGSize.zero, 0.0), (CGSize(width: 20, height: 90), 10)] {
            for picker in pickers {
                picker.view.frame = CGRect(origin: .zero, size: size)
                picker.view.layoutIfNeeded()
                let header = try #require(picker.view.subviews.compactMap { $0 as? PickerHeader }.first)
                #expect(header.frame == CGRect(x: x, y: 0, width: 0, height: 56))
            }
        }
    }

    private final class Chooser: NSObject, UIImagePickerControllerDelegate, UINavigationControllerDelegate {
        var infos: [[UIImagePickerController.InfoKey: Any]] = []
        func imagePickerController(
            _ picker: UIImagePickerController,
            didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
        ) { infos.append(info) }
    }

    @Test("a touch chooses a photo; canceling dismisses the picker of a delegate that does nothing else")
    func photos() throws {
        let images = (1...4).map { side in
            UIGraphicsImageRenderer(size: CGSize(width: side, height: side)).image { _ in }
        }
        let (picker, chooser) = (UIImagePickerController(), Chooser())
        picker.photos = images
        picker.delegate = chooser
        present(picker)
        let grid = try #require(picker.topViewController as? PhotoGrid)
        let places = grid.cells.map { [$0.frame.minX, $0.frame.minY].map { $0.rounded() } }
        #expect(places == [[0, 0], [131, 0], [261, 0], [0, 131]])
        rig.screen.asMain {
            touch([.began, .ended], [CGPoint(x: 20, y: 20), CGPoint(x: 20, y: 20)], in: grid.cells[3])
        }
        #expect(chooser.infos.count == 1 && chooser.infos.first?[.originalImage] as? UIImage === images[3])
        picker.allowsEditing = true
        picker.choose(images[0])
        #expect(chooser.infos.last?[.editedImage] as? UIImage === images[0])
        #expect(chooser.infos.last?[.cropRect] as? CGRect == CGRect(x: 0, y: 0, width: 1, height: 1))
        #expect(root.presentedViewController === picker && !UIImagePickerController.isSourceTypeAvailable(.camera))
        rig.screen.asMain { picker.cancel() }
        rig.settle()
        #expect(root.presentedViewController == nil)
    }

    /// Shouts a text, at once or after a while.
    private final class Shout: UIActivity {
        var heard: [String] = []
        override var activityType: ActivityType? { ActivityType("shout") }
        override var activityTitle: String? { "Shout" }
        override func canPerform(withActivityItems activityItems: [Any]) -> Bool { activityItems.first is String }
        override func prepare(withActivityItems activityItems: [Any]) {
            heard = activityItems.compactMap { ($0 as? String)?.uppercased() }
        }
        override func perform() {}
    }

    private final class Source: UIActivityItemSource {
        func activityViewControllerPlaceholderItem(_ controller: UIActivityViewController) -> Any { "text" }
        func activityViewController(
            _ controller: UIActivityViewController, itemForActivityType type: UIActivity.ActivityType?
        ) -> Any? { type == .copyToPasteboard ? "copied" : "shouted" }
    }

    private func share(_ items: [Any], _ activities: [UIActivity] = []) -> (UIActivityViewController, () -> [String]) {
        final class Log { var lines: [String] = [] }
        let log = Log()
        let controller = UIActivityViewController(activityItems: items, applicationActivities: activities)
        controller.completionWithItemsHandler = { type, completed, _, _ in
            log.lines.append("\(type?.rawValue ?? "none") \(completed)")
        }
        return (controller, { log.lines })
    }

    @Test("the program's activities get the items, and end when they say so")
    func activities() {
        let shout = Shout()
        let (controller, log) = share([Source()], [shout])
        present(controller)
        #expect(controller.offered.compactMap(\.activityTitle) == ["Copy", "Shout"])
        rig.screen.asMain {
            #expect(controller.choose(UIActivity.ActivityType("shout")) && !controller.choose(.copyToPasteboard))
        }
        #expect(shout.heard == ["SHOUTED"] && log().isEmpty)
        rig.screen.asMain {
            shout.activityDidFinish(true)
            shout.activityDidFinish(false)
        }
        rig.settle()
        #expect(log() == ["shout true"] && root.presentedViewController == nil)
    }

    /// Lets a person edit in a controller of its own.
    private final class Edit: UIActivity {
        let page = UIViewController()
        override var activityType: ActivityType? { ActivityType("edit") }
        override var activityViewController: UIViewController? { page }
        override func canPerform(withActivityItems activityItems: [Any]) -> Bool { true }
    }

    /// An activity that does nothing.
    private final class Idle: UIActivity {
        override var activityType: ActivityType? { ActivityType("idle") }
        override func canPerform(withActivityItems activityItems: [Any]) -> Bool { true }
    }

    @Test("an activity that ends during a transition waits for it, and one that is swiped away has ended")
    func transitions() {
        let (first, firstLog) = share(["words"], [Idle()])
        rig.screen.asMain {
            root.present(first, animated: true)
            #expect(first.choose(UIActivity.ActivityType("idle")) && !first.choose(.copyToPasteboard))
        }
        #expect(firstLog().isEmpty)
        rig.settle()
        #expect(firstLog() == ["idle false"] && root.presentedViewController == nil)
        let edit = Edit()
        let (second, secondLog) = share(["words"], [edit])
        present(second)
        rig.screen.asMain { _ = second.choose(UIActivity.ActivityType("edit")) }
        rig.settle()
        #expect(second.presentedViewController === edit.page)
        rig.screen.asMain {
            edit.page.dismiss(animated: true)
            edit.activityDidFinish(true)
        }
        rig.settle()
        #expect(secondLog() == ["edit true"] && root.presentedViewController == nil)
        let shout = Shout()
        let (third, thirdLog) = share(["words"], [shout])
        present(third)
        rig.screen.asMain {
            _ = third.choose(UIActivity.ActivityType("shout"))
            third.modality.active?.dismissByHand()
        }
        rig.settle()
        shout.activityDidFinish(true)
        #expect(thirdLog() == ["none false"] && !third.choose(.copyToPasteboard))
    }

    @Test("a touch copies the first item that can be copied; closing says that nothing was done")
    func copying() throws {
        let (controller, log) = share([3, "words", URL(string: "https://example.org")!])
        present(controller)
        let row = try #require(controller.view.subviews.compactMap { $0 as? ActivityRow }.first)
        rig.screen.asMain { touch([.began, .ended], [CGPoint(x: 20, y: 20), CGPoint(x: 20, y: 20)], in: row) }
        rig.settle()
        #expect(rig.screen.asMain { UIPasteboard.general.string } == "words")
        #expect(log() == ["com.apple.UIKit.activity.CopyToPasteboard true"])
        let (second, secondLog) = share([3, "words"])
        second.excludedActivityTypes = [.copyToPasteboard]
        present(second)
        #expect(second.offered.isEmpty)
        rig.screen.asMain { second.cancel() }
        rig.settle()
        #expect(secondLog() == ["none false"] && root.presentedViewController == nil)
        let (third, thirdLog) = share(["words"])
        present(third)
        rig.screen.asMain { root.dismiss(animated: false) }
        rig.settle()
        #expect(thirdLog() == ["none false"])
    }
}

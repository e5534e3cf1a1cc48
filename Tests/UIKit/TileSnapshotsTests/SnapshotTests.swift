import Foundation
import Testing
import TileControllers
import TileDrawing
import TileGraphics
import TileLayers
import TileSnapshots
import TileViews

@Suite("Snapshots")
struct SnapshotTests {
    private let folder = Folder()

    private func verify(
        _ view: UIView, _ strategy: Snapshotting<UIView, UIImage> = .image, record: SnapshotRecording? = .missing,
        named name: String? = "card"
    ) -> String? {
        verifySnapshot(
            of: view, as: strategy, named: name, record: record, snapshotDirectory: folder.path, testName: "verify()")
    }

    @Test("one that is missing is written, and fails once; from then on it is compared")
    func missing() throws {
        let said = try #require(verify(card(.red)))
        #expect(said.hasPrefix("there was no snapshot: it was written to \(folder.path)/verify.card.png"))
        #expect(folder.files == ["verify.card.png"] && verify(card(.red)) == nil)
        let image = try #require(UIImage(contentsOfFile: folder.path + "/verify.card.png"))
        #expect(image.cgImage?.width == 80 && image.cgImage?.height == 40)
    }

    @Test("a difference says how large it is, and writes what there is to look at")
    func difference() throws {
        _ = verify(card(.red))
        let other = card(.red)
        let dot = card(.blue, CGSize(width: 4, height: 5))
        other.addSubview(dot)
        let said = try #require(verify(other))
        #expect(said.hasPrefix("97.5 % of the pixels match, less than 100.0 %; the greatest difference is "), "\(said)")
        let paths = said.split(separator: "\n").dropFirst(2).map { String($0.split(separator: " ")[1]) }
        #expect(paths.count == 2 && paths.allSatisfy { UIImage(contentsOfFile: $0)?.cgImage?.width == 80 })
        #expect(verify(other, .image(precision: 0.97)) == nil)
        #expect(verify(other, .image(precision: 0.98)) != nil)
        let size = try #require(verify(card(.red, CGSize(width: 10, height: 10))))
        #expect(size.hasPrefix("the image is 20 by 20 pixels, and was 80 by 40"))
    }

    @Test("colors that look the same match where that is asked for")
    func perception() {
        _ = verify(card(UIColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 1)))
        let near = card(UIColor(red: 0.51, green: 0.5, blue: 0.5, alpha: 1))
        #expect(verify(near) != nil && verify(near, .image(perceptualPrecision: 0.98)) == nil)
        #expect(verify(card(.green), .image(perceptualPrecision: 0.98)) != nil)
    }

    @Test("ways to record")
    func recording() throws {
        #expect(verify(card(.red), record: .never)?.hasSuffix("and none is to be recorded") == true)
        #expect(folder.files.isEmpty)
        #expect(verify(card(.red), record: .all)?.hasPrefix("record mode is on") == true)
        #expect(verify(card(.blue), record: .all) != nil && verify(card(.blue)) == nil)
        let said = try #require(verify(card(.red), record: .failed))
        #expect(said.contains("the snapshot was written anew") && verify(card(.red)) == nil)
        withSnapshotTesting(record: .never) {
            #expect(verify(card(.red), record: nil, named: "other")?.hasSuffix("none is to be recorded") == true)
        }
    }

    @Test("snapshots without names have numbers")
    func numbers() {
        for _ in 0..<2 { _ = verify(card(.red), named: nil) }
        #expect(folder.files.count == 2 && folder.files.allSatisfy { $0.hasPrefix("verify.") })
    }

    @Test("a value that shows nothing, a file that is none, and a folder that can't be are said, and do not trap")
    func broken() throws {
        #expect(verify(UIView())?.hasPrefix("no snapshot could be taken: a snapshot of 0.0 by 0.0 points") == true)
        #expect(
            verify(card(.red), .image(size: CGSize(width: CGFloat.nan, height: 3)))?.contains("can't be taken") == true)
        _ = verify(card(.red))
        try Data("no image".utf8).write(to: URL(fileURLWithPath: folder.path + "/verify.card.png"))
        #expect(verify(card(.red))?.hasSuffix("can't be read: it is no image") == true)
        let said = verifySnapshot(
            of: card(.red), as: .image, named: "a", record: .missing, snapshotDirectory: "/dev/null/none")
        #expect(said?.contains("can't be written") == true)
        struct Failed: LocalizedError { var errorDescription: String? { "there is no network" } }
        func failing() throws -> UIView { throw Failed() }
        #expect(
            verifySnapshot(of: try failing(), as: .image, named: "a", snapshotDirectory: folder.path)
                == "no snapshot could be taken: there is no network")
    }

    @Test("every device gives an image of its pixels, in the style that is asked for")
    func devices() throws {
        for device in ViewImageConfig.allDevices {
            let strategy = Snapshotting<UIViewController, UIImage>.image(
                on: device, traits: UITraitCollection(userInterfaceStyle: .dark))
            let controller = UIViewController()
            controller.view.backgroundColor = .systemBackground
            let image = try #require(try strategy.snapshot(controller).cgImage)
            let size = try #require(device.size)
            let scale = device.traits.displayScale
            #expect(
                image.width == Int(size.width * scale) && image.height == Int(size.height * scale), "\(device.name)")
            #expect(controller.viewIfLoaded?.window == nil)
        }
        #expect(Set(ViewImageConfig.allDevices.map(\.name)).count == ViewImageConfig.allDevices.count)
    }

    @Test("safe areas, size classes and content sizes reach the controller")
    func traits() throws {
        final class Asked: UIViewController {
            var heard: [String] = []
            override func viewDidAppear(_ animated: Bool) {
                heard.append(
                    "\(view.safeAreaInsets.top) \(traitCollection.horizontalSizeClass == .regular) "
                        + "\(traitCollection.preferredContentSizeCategory.rawValue) \(traitCollection.userInterfaceIdiom == .pad)"
                )
            }
        }
        let asked = Asked()
        let large = UITraitCollection(preferredContentSizeCategory: .extraLarge)
        _ = try Snapshotting<UIViewController, UIImage>.image(on: .iPhone15, traits: large).snapshot(asked)
        _ = try Snapshotting<UIViewController, UIImage>.image(on: .iPadPro11, traits: large).snapshot(asked)
        #expect(
            asked.heard == [
                "59.0 false UICTContentSizeCategoryXL false", "24.0 true UICTContentSizeCategoryXL true",
            ], "\(asked.heard)")
    }

    @Test("the same bytes each time, on any thread")
    func repeatable() async throws {
        let all = try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    let strategy = Snapshotting<UIViewController, UIImage>.image(on: .iPhone13)
                    return try strategy.diffing.toData(try strategy.snapshot(Board.shown()))
                }
            }
            return try await group.reduce(into: Set<Data>()) { $0.insert($1) }
        }
        #expect(all.count == 1)
    }

    @Test("a view is where it was when its snapshot was taken")
    func untouched() throws {
        let (parent, view) = (UIView(), card(.red))
        view.frame.origin = CGPoint(x: 7, y: 8)
        for each in [UIView(), view, UIView()] { parent.addSubview(each) }
        _ = try Snapshotting<UIView, UIImage>.image(size: CGSize(width: 90, height: 90)).snapshot(view)
        #expect(parent.subviews[1] === view && view.frame == CGRect(x: 7, y: 8, width: 40, height: 20))
    }

    @Test("layers, images, texts")
    func others() throws {
        let layer = CALayer()
        layer.bounds.size = CGSize(width: 10, height: 10)
        layer.backgroundColor = UIColor.red.cgColor
        let image = try Snapshotting<CALayer, UIImage>.image.snapshot(layer)
        #expect(image.cgImage?.width == 20)
        func text(_ value: String, _ record: SnapshotRecording = .missing) -> String? {
            verifySnapshot(of: value, as: .lines, named: "text", record: record, snapshotDirectory: folder.path)
        }
        _ = text("one\ntwo\nthree")
        #expect(text("one\ntwo\nthree") == nil)
        #expect(text("one\n2\nthree")?.contains("  one\n− two\n+ 2\n  three") == true)
        #expect(try Snapshotting<[Int], String>.dump.snapshot([7]).contains("- 7"))
        #expect(
            try Snapshotting<UIViewController, String>.recursiveDescription().snapshot(Board.shown()).contains(
                "Harbour"))
    }

    @Test("a failed assertion is an issue of the test", .snapshots(record: .never))
    func issue() {
        withKnownIssue {
            assertSnapshot(of: card(.red), as: .image, named: "never kept")
        } matching: { issue in
            issue.comments.first?.rawValue.hasSuffix("and none is to be recorded") == true
        }
    }
}

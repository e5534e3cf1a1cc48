import Foundation
import TestSupport
import Testing
import TileControllers
import TileDrawing
import TileViews

@testable import TileNibs

@Suite struct CompiledTests {
    @Test func `a compiled nib makes what its document would`() throws {
        let owner = Owner()
        let nib = UINib(data: Data(CompiledWriter.sample()), bundle: nil)
        let objects = try nib.objects(withOwner: owner)
        #expect(nib.notes.isEmpty, "\(nib.notes)")
        let view = try #require(objects.first as? UIView)
        #expect(view.bounds.size == CGSize(width: 300, height: 400))
        #expect(owner.title?.text == "Platform 7")
        #expect(owner.title?.textColor == UIColor(red: 1, green: 0, blue: 0, alpha: 1))
        #expect(owner.title?.frame == CGRect(x: 10, y: 20, width: 80, height: 20))
        #expect(owner.button.title(for: .normal) == "Go")
        owner.button.sendActions(for: .touchUpInside)
        #expect(owner.log == ["tapped UIButton"])
        view.layoutIfNeeded()
        #expect(owner.button.frame.width == 90)
    }

    @Test func `a folder of compiled nibs is a storyboard`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "\(UUID().uuidString)/Main.storyboardc")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }

        var scene = CompiledWriter()
        var root = scene.add("NSObject")
        let segue = scene.add(
            "UIStoryboardShowSegueTemplate",
            [("UIIdentifier", scene.text("next")), ("UIDestinationViewControllerIdentifier", scene.text("Second"))])
        let table = scene.list([scene.text("UpstreamPlaceholder-1"), segue])
        let controller = scene.add(
            "UIViewController",
            [
                ("UITitle", scene.text("First")), ("UIStoryboardIdentifier", scene.text("First")),
                ("UINibName", scene.text("First-view")), ("UIStoryboardSegueTemplates", scene.list([segue])),
                ("UIExternalObjectsTableForViewLoading", table),
            ])
        scene.set(root, [("UINibTopLevelObjectsKey", scene.list([controller]))])
        try Data(scene.bytes).write(to: folder.appendingPathComponent("First.nib"))

        var view = CompiledWriter()
        root = view.add("NSObject")
        let owner = view.add("UIProxyObject", [("UIProxiedObjectIdentifier", view.text("IBFilesOwner"))])
        let above = view.add("UIProxyObject", [("UIProxiedObjectIdentifier", view.text("UpstreamPlaceholder-1"))])
        let button = view.add("UIButton", [("UIBounds", CompiledWriter.numbers([0, 0, 80, 20]))])
        let main = view.add(
            "UIView",
            [
                ("UIBounds", CompiledWriter.numbers([0, 0, 300, 400])), ("UISubviews", view.list([button])),
                ("UITag", .integer(9)),
            ])
        let outlet = view.add(
            "UIRuntimeOutletConnection",
            [("UISource", owner), ("UIDestination", main), ("UILabel", view.text("view"))])
        let event = view.add(
            "UIRuntimeEventConnection",
            [
                ("UISource", button), ("UIDestination", above), ("UILabel", view.text("perform:")),
                ("UIEventMask", .integer(64)),
            ])
        view.set(
            root,
            [
                ("UINibTopLevelObjectsKey", view.list([main, owner, above])),
                ("UINibConnectionsKey", view.list([outlet, event])),
            ])
        try Data(view.bytes).write(to: folder.appendingPathComponent("First-view.nib"))

        var second = CompiledWriter()
        root = second.add("NSObject")
        let other = second.add("UIViewController", [("UIStoryboardIdentifier", second.text("Second"))])
        second.set(root, [("UINibTopLevelObjectsKey", second.list([other]))])
        try Data(second.bytes).write(to: folder.appendingPathComponent("Second.nib"))
        let plist: [String: Any] = [
            "UIStoryboardDesignatedEntryPointIdentifier": "First",
            "UIViewControllerIdentifiersToNibNames": ["First": "First", "Second": "Second"],
        ]
        try PropertyListSerialization.data(fromPropertyList: plist, format: .binary, options: 0)
            .write(to: folder.appendingPathComponent("Info.plist"))

        let storyboard = try UIStoryboard(contentsOf: folder)
        #expect(storyboard.identifiers == ["First", "Second"])
        let first = try #require(storyboard.instantiateInitialViewController())
        #expect(first.title == "First")
        #expect(first.view.tag == 9)
        let navigation = UINavigationController(rootViewController: first)
        UIView.setAnimationsEnabled(false)
        defer { UIView.setAnimationsEnabled(true) }
        (first.view.subviews.first as? UIButton)?.sendActions(for: .touchUpInside)
        #expect(navigation.viewControllers.count == 2)
        #expect(storyboard.notes.isEmpty, "\(storyboard.notes)")
    }

    @Test func `each cut of a compiled nib is an error or a nib`() {
        let bytes = CompiledWriter.sample()
        for length in 0..<bytes.count {
            #expect(throws: NibFailure.self) {
                _ = try NibContent(Array(bytes[..<length]), name: "cut.nib", limits: .standard)
            }
        }
    }
}

import Foundation
import TestSupport
import Testing
import TileControllers
import TileDrawing
import TileGraphics
import TileViews

@testable import TileNibs

/// A program's class that is found by its name.
final class SceneBadge: UIView {}

@Suite("What of a document can be shown by itself")
struct NibScenesTests {
    private func scenes(_ text: String, _ ending: String) throws -> NibScenes {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).\(ending)")
        defer { try? FileManager.default.removeItem(at: file) }
        try text.write(to: file, atomically: true, encoding: .utf8)
        return try NibScenes(contentsOf: file)
    }

    private let storyboard = """
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" initialViewController="b">
        <device id="retina6_1" orientation="landscape" appearance="dark"/>
        <scenes><scene><objects>
        <viewController title="Board" id="a" customClass="Board" customModule="App">
        <view key="view" id="v"><rect key="frame" x="0" y="0" width="375" height="667"/></view>
        </viewController></objects></scene>
        <scene><objects><navigationController storyboardIdentifier="Root" id="b"/></objects></scene>
        <scene><objects><viewController id="c"><view key="view" id="w">
        <rect key="frame" x="0" y="0" width="375" height="667"/></view>
        <size key="freeformSize" width="320" height="1400"/></viewController></objects></scene>
        <scene><objects><viewControllerPlaceholder storyboardName="Help" id="p"/></objects></scene>
        </scenes></document>
        """

    @Test("a storyboard's controllers, as large as the document shows them")
    func controllers() throws {
        let all = try scenes(storyboard, "storyboard")
        #expect(all.isStoryboard && all.isDark)
        #expect(all.scenes.map(\.name) == ["Board", "Root", "viewController"])
        #expect(all.scenes.map(\.isInitial) == [false, true, false])
        #expect(
            all.scenes.map(\.size) == [
                CGSize(width: 375, height: 667), CGSize(width: 896, height: 414), CGSize(width: 320, height: 1400),
            ])
        #expect(all.classes == ["App.Board"])
        guard case .controller(let root)? = all.make(1) else { return #expect(Bool(false)) }
        #expect(root is UINavigationController)
        guard case .controller(let board)? = all.make(0) else { return #expect(Bool(false)) }
        #expect(type(of: board) == UIViewController.self && board.title == "Board")
    }

    @Test("its images come out of the asset catalogue of the folders above, as they lie among sources")
    func catalogue() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.file("App/Views/Base.lproj"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(
            atPath: folder.file("App/Assets.xcassets/Icons/leaf.imageset"), withIntermediateDirectories: true)
        let set = "App/Assets.xcassets/Icons/leaf.imageset"
        try folder.write("\(set)/Contents.json", #"{"images": [{"filename": "a.png", "idiom": "universal"}]}"#)
        let pixels = UIGraphicsImageRenderer(size: CGSize(width: 7, height: 5)).image { _ in }
        try #require(pixels.pngData()).write(to: URL(fileURLWithPath: folder.file("\(set)/a.png")))
        try folder.write(
            "App/Views/Base.lproj/Card.xib",
            """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0"><objects>
            <imageView id="a" image="leaf"><rect key="frame" x="0" y="0" width="20" height="20"/></imageView>
            </objects></document>
            """)
        let scenes = try NibScenes(contentsOf: URL(fileURLWithPath: folder.file("App/Views/Base.lproj/Card.xib")))
        guard case .view(let view as UIImageView)? = scenes.make(0) else { return #expect(Bool(false)) }
        #expect(view.image?.cgImage?.width == 7)
    }

    private let nib = """
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0">
        <device id="retina4_7"/>
        <objects><placeholder placeholderIdentifier="IBFilesOwner" id="-1" customClass="Owner"/>
        <view userLabel="Card" id="a" customClass="SceneBadge" customModule="TileNibsTests">
        <rect key="frame" x="10" y="20" width="200" height="100"/></view>
        <tapGestureRecognizer id="t"/>
        <viewController title="Detail" id="d"/>
        <button id="b"><rect key="frame" x="0" y="0" width="99999" height="40"/></button>
        </objects></document>
        """

    @Test("a nib's views and controllers at the top, views at the origin")
    func views() throws {
        let all = try scenes(nib, "xib")
        #expect(!all.isStoryboard && !all.isDark)
        #expect(all.scenes.map(\.name) == ["Card", "Detail", "button"])
        // No view is as wide as the last says.
        let device = CGSize(width: 375, height: 667)
        #expect(all.scenes.map(\.size) == [CGSize(width: 200, height: 100), device, device])
        guard case .view(let card)? = all.make(0) else { return #expect(Bool(false)) }
        #expect(card.frame == CGRect(x: 0, y: 0, width: 200, height: 100))
        guard case .controller? = all.make(1) else { return #expect(Bool(false)) }
    }

    @Test("classes of the process are not made for strangers' documents")
    func strangers() throws {
        let all = try scenes(nib, "xib")
        guard case .view(let own)? = all.make(0) else { return #expect(Bool(false)) }
        #expect(own is SceneBadge)
        guard case .view(let plain)? = NibScenes.withoutProgram({ all.make(0) }) else { return #expect(Bool(false)) }
        #expect(type(of: plain) == UIView.self)
    }

    @Test("what is no document, or shows nothing, says so")
    func bad() {
        for text in ["", "<document", "<html/>", "<document type='Cocoa.XIB' version='3.0'/>"] {
            #expect(throws: NibFailure.self) { try scenes(text, "xib") }
        }
        let failure = #expect(throws: NibFailure.self) {
            try scenes("<document version='3.0'><objects><tapGestureRecognizer id='t'/></objects></document>", "xib")
        }
        #expect(failure?.description.contains("there is no view and no controller in it") == true)
        #expect(throws: NibFailure.self) {
            try NibScenes(contentsOf: FileManager.default.temporaryDirectory.appendingPathComponent("none.storyboardc"))
        }
    }
}

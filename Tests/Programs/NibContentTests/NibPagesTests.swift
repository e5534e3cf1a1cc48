import Foundation
import TestSupport
import Testing
import TileContent
import TileEngine
import TileGeometry
import TileGraphics

@testable import NibContent

@Suite("Nibs and storyboards as content")
struct NibPagesTests {
    private let board = """
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" useAutolayout="YES"
            initialViewController="a"><device id="retina4_7" orientation="portrait" appearance="light"/>
        <scenes><scene><objects>
        <viewController storyboardIdentifier="Board" title="Board" id="a" customClass="Board" customModule="App">
        <view key="view" id="v"><rect key="frame" x="0" y="0" width="375" height="667"/><subviews>
        <view id="r"><rect key="frame" x="0" y="0" width="100" height="100"/>
        <color key="backgroundColor" red="1" green="0" blue="0" alpha="1" colorSpace="custom"
            customColorSpace="sRGB"/></view>
        <hologram id="h"><rect key="frame" x="0" y="0" width="9" height="9"/></hologram>
        <button id="b"><rect key="frame" x="0" y="0" width="9" height="9"/>
        <connections><action selector="tapped:" destination="a" id="x"/></connections></button>
        </subviews>
        <color key="backgroundColor" red="0" green="0" blue="1" alpha="1" colorSpace="custom" customColorSpace="sRGB"/>
        </view>
        <connections><outlet property="button" destination="b" id="o"/></connections></viewController>
        </objects></scene>
        <scene><objects><viewController title="Help" id="c"><view key="view" id="w">
        <rect key="frame" x="0" y="0" width="320" height="200"/></view></viewController></objects></scene>
        </scenes></document>
        """

    private func with<Value>(_ bytes: some Sequence<UInt8>, _ name: String, _ body: (String) throws -> Value) throws
        -> Value
    {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent(name)
        try Data(bytes).write(to: file)
        return try body(file.path)
    }

    private func open(_ path: String) throws(ContentFailure) -> ContentDocument {
        try ContentReader.open(
            path, views: { (path, limits) throws(ContentFailure) in try NibReader.open(path, limits: limits) })
    }

    private func pixel(_ source: any TileSource, _ x: Int, _ y: Int) throws -> UInt32 {
        let area = RasterArea(scale: 1, x: x, y: y, width: 1, height: 1)
        switch try source.raster(area, in: RasterContext(pool: BitmapPool())) {
        case .solid(let color, _, _): return color.argb
        case .bitmap(let bitmap): return bitmap[0, 0].argb
        }
    }

    @Test("a scene is a page, and is drawn with what stands in for unknown classes and elements")
    func pages() throws {
        try with(board.utf8, "Main.storyboard") { path in
            let document = try open(path)
            #expect(document.kind == .storyboard && document.isScalable)
            let pages = try #require(document.pages)
            #expect(pages.count == 2)
            #expect(try pages.size(of: 1) == CGSize(width: 320, height: 200))
            #expect(try pages.outline().map(\.title) == ["Board", "Help"])
            #expect(try pages.outline().last?.target == .page(1, top: nil))
            #expect(document.source.contentSize == CGSize(width: 375, height: 667))
            #expect(try pixel(document.source, 50, 50) == 0xFFFF_0000)
            #expect(try pixel(document.source, 300, 600) == 0xFF00_00FF)
            #expect(try pages.open(1).source.contentSize == CGSize(width: 320, height: 200))
            #expect(document.notes.count == 1 && document.notes[0].contains("App.Board"))
        }
    }

    @Test("what a summary says: scenes, classes with outlets and actions, and what is not supported")
    func summary() throws {
        try with(board.utf8, "Main.storyboard") { path in
            let pages = try #require(try open(path).pages as? NibPages)
            let (facts, notes) = try pages.summary()
            #expect(
                facts.map { "\($0.name): \($0.value)" } == [
                    "scenes: 2", "scene 1: Board: App.Board, identifier Board, 375 × 667 points, initial",
                    "scene 2: Help: UIViewController, 320 × 200 points",
                    "class: App.Board: outlets button; actions tapped:",
                ])
            #expect(notes.count == 1 && notes[0].contains("<hologram> is unknown here"))
        }
    }

    @Test(
        "what can't be shown is an error with the file and the reason",
        arguments: [
            ("<document type='com.apple.InterfaceBuilder3.CocoaTouch.XIB' version='3.0'><objects>", "damaged"),
            ("<document type='com.apple.InterfaceBuilder3.Cocoa.XIB' version='3.0'/>", "it is for macOS"),
            ("<document type='com.apple.InterfaceBuilder3.CocoaTouch.XIB' version='9.0'/>", "its version is 9.0"),
            ("<archive type='com.apple.InterfaceBuilder3.CocoaTouch.XIB' version='7.10'/>", "version 3.0"),
            ("<document type='com.apple.InterfaceBuilder3.CocoaTouch.XIB' version='3.0'/>", "there is no view"),
            ("NIBArchive\u{1}\u{1}\u{1}", "damaged"),
        ])
    func refusals(text: String, reason: String) throws {
        try with(text.utf8, "Main.xib") { path in
            let failure = #expect(throws: ContentFailure.self) { try open(path) }
            #expect(failure?.description.hasPrefix("\(path): ") == true)
            #expect(failure?.description.contains(reason) == true, "\(failure?.description ?? "")")
        }
    }

    @Test("without a room that makes views they are refused by name, and a folder needs the name of one")
    func refused() throws {
        try with(board.utf8, "Main.storyboard") { path in
            let failure = #expect(throws: ContentFailure.self) { try ContentReader.open(path) }
            #expect(failure?.description == "\(path): this is a storyboard, which this program can't show")
            #expect(ContentKind(folder: path) == nil)
            let folder = path + "c"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            #expect(ContentKind(folder: folder) == .storyboard)
            #expect(throws: ContentFailure.self) { try open(folder) }
        }
    }

    @Test("documents changed at random are drawn, or end in errors")
    func changed() throws {
        var random = SeededGenerator(21)
        let seed = Array(board.utf8)
        var drawn = 0
        for _ in 0..<300 {
            var bytes = seed
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let at = Int.random(in: 200..<bytes.count - 1, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[at] = UInt8(ascii: "0") + UInt8.random(in: 0..<10, using: &random)
                case 1: bytes.swapAt(at, at + 1)
                default: bytes.insert(contentsOf: "99".utf8, at: at)
                }
            }
            try with(bytes, "changed.storyboard") { path in
                guard let document = try? open(path) else { return }
                guard (try? pixel(document.source, 5, 5)) != nil else { return }
                drawn += 1
            }
        }
        #expect(drawn > 20)
    }
}

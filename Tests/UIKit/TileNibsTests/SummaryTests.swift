import Foundation
import Testing

@testable import TileNibs

@Suite struct SummaryTests {
    @Test func `a storyboard's summary has scenes, classes and what is not supported`() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).storyboard")
        defer { try? FileManager.default.removeItem(at: file) }
        try """
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0"
            initialViewController="a"><scenes><scene><objects>
        <viewController storyboardIdentifier="Board" title="Board" id="a" customClass="Board" customModule="App">
        <view key="view" id="v"><rect key="frame" x="0" y="0" width="9" height="9"/><subviews>
        <hologram id="h"><rect key="frame" x="0" y="0" width="9" height="9"/></hologram>
        <button id="b"><connections><action selector="tapped:" destination="a" id="x"/></connections></button>
        </subviews></view>
        <connections><outlet property="button" destination="b" id="o"/></connections></viewController>
        </objects></scene><scene><objects><viewControllerPlaceholder storyboardName="Help" id="p"/></objects></scene>
        </scenes><resources><image name="train" width="9" height="9"/></resources></document>
        """.write(to: file, atomically: true, encoding: .utf8)
        let summary = try NibSummary(contentsOf: file)
        #expect(
            summary.scenes == [.init(identifier: "Board", id: "a", title: "Board", type: "App.Board", isInitial: true)])
        let board = try #require(summary.classes.first)
        #expect(board.name == "App.Board")
        #expect(!board.isKnown)
        #expect(board.outlets == ["button"])
        #expect(board.actions == ["tapped:"])
        #expect(summary.storyboards == ["Help"])
        #expect(summary.resources == ["train"])
        #expect(summary.unsupported.map(\.kind) == [.element])
    }
}

import Foundation
import Testing
import TileControllers
import TileDrawing
import TileViews

@testable import TileNibs

@Suite struct SizeClassTests {
    private static let nib = NibDocuments.xib(
        """
        <view id="root">
            <rect key="frame" x="0" y="0" width="300" height="400"/>
            <subviews>
                <view translatesAutoresizingMaskIntoConstraints="NO" alpha="0.5" id="box">
                    <rect key="frame" x="0" y="0" width="1" height="1"/>
                    <constraints>
                        <constraint firstAttribute="width" constant="50" id="w">
                            <variation key="widthClass=regular" constant="90"/>
                        </constraint>
                        <constraint firstAttribute="height" constant="20" id="h1"/>
                        <constraint firstAttribute="height" constant="70" id="h2"/>
                    </constraints>
                    <variation key="default"><mask key="constraints"><exclude reference="h2"/></mask></variation>
                    <variation key="widthClass=regular" alpha="1">
                        <mask key="constraints"><exclude reference="h1"/><include reference="h2"/></mask>
                    </variation>
                </view>
                <view id="wide"><rect key="frame" x="0" y="0" width="8" height="8"/></view>
            </subviews>
            <constraints>
                <constraint firstItem="box" firstAttribute="leading" secondItem="root" secondAttribute="leading" id="l"/>
                <constraint firstItem="box" firstAttribute="top" secondItem="root" secondAttribute="top" id="t"/>
            </constraints>
            <variation key="default"><mask key="subviews"><exclude reference="wide"/></mask></variation>
            <variation key="widthClass=regular"><mask key="subviews"><include reference="wide"/></mask></variation>
        </view>
        """)

    @Test func `what differs by size class follows the traits`() throws {
        let (objects, notes) = try NibDocuments.load(Self.nib)
        #expect(notes.isEmpty, "\(notes)")
        let root = try #require(objects.first as? UIView)
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
        let controller = UIViewController()
        controller.view = root
        window.rootViewController = controller
        window.isHidden = false
        for (size, expected) in [
            (UIUserInterfaceSizeClass.regular, CGRect(x: 0, y: 0, width: 90, height: 70)),
            (.compact, CGRect(x: 0, y: 0, width: 50, height: 20)),
            (.regular, CGRect(x: 0, y: 0, width: 90, height: 70)),
        ] {
            controller.traitOverrides.horizontalSizeClass = size
            root.layoutIfNeeded()
            #expect(root.subviews[0].frame == expected)
            #expect(root.subviews[0].alpha == (size == .regular ? 1 : 0.5))
            #expect(root.subviews.count == (size == .regular ? 2 : 1))
        }
    }

    @Test func `texts of another language stand in for the document's`() throws {
        let strings = NibStrings(
            Array(
                """
                /* Class = "UILabel"; text = "Departures"; ObjectID = "lab"; */
                "lab.text" = "Abf\\U00e4hrten \\"heute\\"";
                "but.normalTitle" = "Los";
                "seg.segmentTitles[1]" = "Zwei"; // the second
                """.utf8))
        let nib = NibDocuments.xib(
            """
            <view id="root"><rect key="frame" x="0" y="0" width="300" height="400"/><subviews>
                <label text="Departures" id="lab"><rect key="frame" x="0" y="0" width="9" height="9"/></label>
                <button id="but"><rect key="frame" x="0" y="0" width="9" height="9"/>
                    <state key="normal" title="Go"/></button>
                <segmentedControl selectedSegmentIndex="1" id="seg"><rect key="frame" x="0" y="0" width="9" height="9"/>
                    <segments><segment title="One"/><segment title="Two"/></segments></segmentedControl>
            </subviews></view>
            """)
        let (objects, _) = try NibDocuments.load(nib.localized(strings))
        let views = try #require(objects.first as? UIView).subviews
        #expect((views[0] as? UILabel)?.text == "Abfährten \"heute\"")
        #expect((views[1] as? UIButton)?.title(for: .normal) == "Los")
        #expect((views[2] as? UISegmentedControl)?.titleForSegment(at: 1) == "Zwei")
        #expect((views[2] as? UISegmentedControl)?.selectedSegmentIndex == 1)
    }
}

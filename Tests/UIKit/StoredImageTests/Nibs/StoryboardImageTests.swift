import Foundation
import Testing
import TileControllers
import TileDrawing
import TileGraphics
import TileLayers
import TileNibs
import TileViews

/// An app of one storyboard: tabs, a table of static rows, a form of fields and controls, on a phone in light and in
/// dark.
@Suite("Storyboards as stored", .enabled(if: Font.isSystem))
struct StoryboardImageTests {
    private func picture(tab: Int, _ style: UIUserInterfaceStyle) throws -> CGImage {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).storyboard")
        defer { try? FileManager.default.removeItem(at: file) }
        try Self.storyboard.write(to: file, atomically: true, encoding: .utf8)
        let screen = UIScreen(size: CGSize(width: 320, height: 480), scale: 2)
        screen.runsAnimations = false
        screen.statusBarHeight = 20
        screen.traitOverrides.userInterfaceStyle = style
        return try screen.asMain {
            let storyboard = try UIStoryboard(contentsOf: file)
            let tabs = try #require(storyboard.instantiateInitialViewController() as? UITabBarController)
            tabs.selectedIndex = tab
            let window = UIWindow(screen: screen)
            window.rootViewController = tabs
            window.makeKeyAndVisible()
            for _ in 0..<4 { _ = screen.frame() }
            #expect(storyboard.notes.isEmpty, "\(storyboard.notes)")
            return CGImage(bitmap: try screen.frame().bitmap(screen.bounds, scale: 2))
        }
    }

    private static let storyboard = """
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" useAutolayout="YES"
            useSafeAreas="YES" initialViewController="tabs"><scenes>
        <scene sceneID="1"><objects><tabBarController id="tabs"><tabBar key="tabBar" contentMode="scaleToFill" id="bar"/>
        <connections>
            <segue destination="nav" kind="relationship" relationship="viewControllers" id="r1"/>
            <segue destination="form" kind="relationship" relationship="viewControllers" id="r2"/>
        </connections></tabBarController></objects></scene>
        <scene sceneID="2"><objects><navigationController id="nav">
        <tabBarItem key="tabBarItem" systemItem="bookmarks" id="ti1"/>
        <navigationBar key="navigationBar" largeTitles="YES" id="nb"/>
        <connections><segue destination="list" kind="relationship" relationship="rootViewController" id="r3"/></connections>
        </navigationController></objects></scene>
        <scene sceneID="3"><objects><tableViewController id="list">
        <tableView key="view" clipsSubviews="YES" contentMode="scaleToFill" alwaysBounceVertical="YES" dataMode="static"
            style="insetGrouped" rowHeight="44" id="table">
        <rect key="frame" x="0.0" y="0.0" width="320" height="480"/>
        <autoresizingMask key="autoresizingMask" widthSizable="YES" heightSizable="YES"/>
        <color key="backgroundColor" systemColor="systemGroupedBackgroundColor"/>
        <sections><tableViewSection headerTitle="Northbound" footerTitle="Times are local." id="s1"><cells>
        <tableViewCell contentMode="scaleToFill" selectionStyle="blue" accessoryType="disclosureIndicator"
            textLabel="l1" detailTextLabel="d1" style="IBUITableViewCellStyleSubtitle" id="c1">
        <rect key="frame" x="0.0" y="0.0" width="288" height="44"/>
        <tableViewCellContentView key="contentView" id="cc1"><rect key="frame" x="0" y="0" width="260" height="44"/>
        <subviews>
        <label opaque="NO" contentMode="left" text="Airport" textAlignment="natural" lineBreakMode="tailTruncation" id="l1">
        <rect key="frame" x="16" y="5" width="60" height="20"/>
        <fontDescription key="fontDescription" type="system" pointSize="16"/><nil key="textColor"/></label>
        <label opaque="NO" contentMode="left" text="Platform 7, on time" id="d1">
        <rect key="frame" x="16" y="25" width="60" height="14"/>
        <fontDescription key="fontDescription" type="system" pointSize="12"/></label>
        </subviews></tableViewCellContentView></tableViewCell>
        <tableViewCell contentMode="scaleToFill" accessoryType="checkmark" textLabel="l2" detailTextLabel="d2"
            style="IBUITableViewCellStyleValue1" id="c2"><rect key="frame" x="0.0" y="44" width="288" height="44"/>
        <tableViewCellContentView key="contentView" id="cc2"><rect key="frame" x="0" y="0" width="260" height="44"/>
        <subviews><label opaque="NO" text="Harbour" id="l2"><rect key="frame" x="16" y="5" width="60" height="20"/></label>
        <label opaque="NO" text="12:40" id="d2"><rect key="frame" x="200" y="5" width="60" height="20"/></label>
        </subviews></tableViewCellContentView></tableViewCell>
        <tableViewCell contentMode="scaleToFill" selectionStyle="none" rowHeight="44" id="c3">
        <rect key="frame" x="0.0" y="88" width="288" height="44"/>
        <tableViewCellContentView key="contentView" id="cc3"><rect key="frame" x="0" y="0" width="288" height="44"/>
        <autoresizingMask key="autoresizingMask"/><subviews>
        <label opaque="NO" text="Follow this board" translatesAutoresizingMaskIntoConstraints="NO" id="l3">
        <rect key="frame" x="16" y="12" width="60" height="20"/></label>
        <switch opaque="NO" on="YES" translatesAutoresizingMaskIntoConstraints="NO" id="sw">
        <rect key="frame" x="220" y="6" width="51" height="31"/></switch></subviews><constraints>
        <constraint firstItem="l3" firstAttribute="leading" secondItem="cc3" secondAttribute="leading" constant="16" id="k1"/>
        <constraint firstItem="l3" firstAttribute="centerY" secondItem="cc3" secondAttribute="centerY" id="k2"/>
        <constraint firstItem="sw" firstAttribute="centerY" secondItem="cc3" secondAttribute="centerY" id="k3"/>
        <constraint firstAttribute="trailing" secondItem="sw" secondAttribute="trailing" constant="16" id="k4"/>
        </constraints></tableViewCellContentView></tableViewCell>
        </cells></tableViewSection></sections>
        <connections><outlet property="dataSource" destination="list" id="o1"/>
        <outlet property="delegate" destination="list" id="o2"/></connections></tableView>
        <navigationItem key="navigationItem" title="Departures" id="ni">
        <barButtonItem key="rightBarButtonItem" systemItem="add" id="bb"/></navigationItem>
        </tableViewController></objects></scene>
        <scene sceneID="4"><objects><viewController id="form"><view key="view" contentMode="scaleToFill" id="v">
        <rect key="frame" x="0.0" y="0.0" width="320" height="480"/>
        <autoresizingMask key="autoresizingMask" widthSizable="YES" heightSizable="YES"/><subviews>
        <stackView opaque="NO" contentMode="scaleToFill" axis="vertical" spacing="16"
            translatesAutoresizingMaskIntoConstraints="NO" id="st"><rect key="frame" x="20" y="40" width="280" height="300"/>
        <subviews>
        <label opaque="NO" text="Ticket" textAlignment="center" id="h"><rect key="frame" x="0" y="0" width="280" height="34"/>
        <fontDescription key="fontDescription" style="UICTFontTextStyleTitle1"/></label>
        <textField opaque="NO" borderStyle="roundedRect" placeholder="Name" id="tf1">
        <rect key="frame" x="0" y="50" width="280" height="34"/>
        <fontDescription key="fontDescription" type="system" pointSize="17"/><textInputTraits key="textInputTraits"/>
        </textField>
        <segmentedControl opaque="NO" selectedSegmentIndex="1" id="sc"><rect key="frame" x="0" y="0" width="280" height="32"/>
        <segments><segment title="Adult"/><segment title="Child"/><segment title="Dog"/></segments></segmentedControl>
        <slider opaque="NO" value="0.4" minValue="0.0" maxValue="1" id="sl">
        <rect key="frame" x="0" y="0" width="280" height="30"/></slider>
        <progressView opaque="NO" progress="0.7" id="pv"><rect key="frame" x="0" y="0" width="280" height="4"/></progressView>
        <button opaque="NO" buttonType="system" id="b"><rect key="frame" x="0" y="0" width="280" height="50"/>
        <buttonConfiguration key="configuration" style="filled" title="Buy" cornerStyle="capsule" buttonSize="large"/>
        </button></subviews></stackView></subviews><viewLayoutGuide key="safeArea" id="sa"/>
        <color key="backgroundColor" systemColor="systemBackgroundColor"/><constraints>
        <constraint firstItem="st" firstAttribute="leading" secondItem="sa" secondAttribute="leading" constant="20" id="k5"/>
        <constraint firstItem="sa" firstAttribute="trailing" secondItem="st" secondAttribute="trailing" constant="20"
            id="k6"/>
        <constraint firstItem="st" firstAttribute="top" secondItem="sa" secondAttribute="top" constant="24" id="k7"/>
        </constraints></view><tabBarItem key="tabBarItem" systemItem="favorites" id="ti2"/></viewController></objects></scene>
        </scenes></document>
        """

    @Test func `a storyboard's static rows and its form are laid out and drawn`() throws {
        let bitmap = Sheet(columns: 2, width: 320, height: 480).drawing(
            try [picture(tab: 0, .light), picture(tab: 1, .light)].map { picture in
                { _ in UIImage(cgImage: picture, scale: 2, orientation: .up).draw(at: .zero) }
            })
        try expectImage("storyboard", bitmap)
    }
}

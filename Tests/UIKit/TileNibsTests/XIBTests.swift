import Foundation
import TestSupport
import Testing
import TileControllers
import TileDrawing
import TileGraphics
import TileLists
import TileViews

@testable import TileNibs

@Suite struct XIBTests {
    @Test func `a label takes on what its document says`() throws {
        let nib = NibDocuments.xib(
            """
            <label opaque="NO" clipsSubviews="YES" userInteractionEnabled="NO" contentMode="left" text="Platform 7"
                textAlignment="center" lineBreakMode="tailTruncation" numberOfLines="2" minimumFontSize="10"
                horizontalHuggingPriority="251" tag="4" id="lab-el-001">
                <rect key="frame" x="20" y="30" width="200" height="44"/>
                <autoresizingMask key="autoresizingMask" widthSizable="YES" flexibleMaxY="YES"/>
                <fontDescription key="fontDescription" type="boldSystem" pointSize="20"/>
                <color key="textColor" red="1" green="0" blue="0" alpha="1" colorSpace="custom"
                    customColorSpace="sRGB"/>
                <color key="backgroundColor" systemColor="systemBackgroundColor"/>
            </label>
            """)
        let (objects, notes) = try NibDocuments.load(nib)
        let label = try #require(objects.first as? UILabel)
        #expect(notes.isEmpty, "\(notes)")
        #expect(label.frame == CGRect(x: 20, y: 30, width: 200, height: 44))
        #expect(label.text == "Platform 7")
        #expect(label.textAlignment == .center)
        #expect(label.numberOfLines == 2)
        #expect(label.minimumScaleFactor == 0.5)
        #expect(label.tag == 4)
        #expect(label.font == .boldSystemFont(ofSize: 20))
        #expect(label.textColor == UIColor(red: 1, green: 0, blue: 0, alpha: 1))
        #expect(label.autoresizingMask == [.flexibleWidth, .flexibleBottomMargin])
        #expect(label.contentHuggingPriority(for: .horizontal).rawValue == 251)
        #expect(label.backgroundColor === UIColor.systemBackground)
    }

    @Test func `an element can be of another class of UIKit's`() throws {
        let nib = NibDocuments.xib(
            """
            <view id="box" customClass="UIControl"><rect key="frame" x="0" y="0" width="20" height="30"/></view>
            <view id="button" customClass="UIButton" customModule="UIKit"/>
            <collectionViewCell id="cell" reuseIdentifier="row" customClass="UICollectionViewListCell">
                <rect key="frame" x="0" y="0" width="200" height="44"/>
            </collectionViewCell>
            """)
        let (objects, notes) = try NibDocuments.load(nib)
        #expect(notes.isEmpty, "\(notes)")
        #expect((objects[0] as? UIControl)?.frame.size == CGSize(width: 20, height: 30))
        #expect(objects[1] is UIButton)
        #expect((objects[2] as? UICollectionViewListCell)?.frame.size == CGSize(width: 200, height: 44))
    }

    @Test func `a class that doesn't fit its element is named`() throws {
        let nib = NibDocuments.xib(
            """
            <view id="box" customClass="UIViewController"><rect key="frame" x="0" y="0" width="20" height="30"/></view>
            """)
        let (objects, notes) = try NibDocuments.load(nib)
        #expect(objects.count == 1 && objects.first is UIViewController)
        let note = try #require(notes.first { $0.kind == .element })
        #expect(note.description.contains("a UIViewController is no view, as <view> is"))
    }

    @Test func `constraints lay a view out, to its safe area, by ratio and by size`() throws {
        let nib = NibDocuments.xib(
            """
            <view contentMode="scaleToFill" id="root">
                <rect key="frame" x="0" y="0" width="300" height="400"/>
                <autoresizingMask key="autoresizingMask" widthSizable="YES" heightSizable="YES"/>
                <subviews>
                    <view translatesAutoresizingMaskIntoConstraints="NO" id="box">
                        <rect key="frame" x="0" y="0" width="1" height="1"/>
                        <constraints>
                            <constraint firstAttribute="width" secondItem="box" secondAttribute="height"
                                multiplier="2:1" id="ratio"/>
                        </constraints>
                    </view>
                </subviews>
                <viewLayoutGuide key="safeArea" id="safe"/>
                <constraints>
                    <constraint firstItem="box" firstAttribute="leading" secondItem="safe" secondAttribute="leading"
                        constant="10" id="a"/>
                    <constraint firstItem="safe" firstAttribute="trailing" secondItem="box" secondAttribute="trailing"
                        constant="30" id="b"/>
                    <constraint firstItem="box" firstAttribute="top" secondItem="root" secondAttribute="top"
                        symbolic="YES" id="c"/>
                </constraints>
            </view>
            """)
        let (objects, notes) = try NibDocuments.load(nib)
        let root = try #require(objects.first as? UIView)
        #expect(notes.isEmpty, "\(notes)")
        root.layoutIfNeeded()
        #expect(root.subviews[0].frame == CGRect(x: 10, y: 20, width: 260, height: 130))
    }

    @Test func `outlets, collections and actions lead to the owner, in order`() throws {
        let owner = Owner()
        let nib = NibDocuments.xib(
            """
            <view id="root">
                <rect key="frame" x="0" y="0" width="300" height="400"/>
                <subviews>
                    <label text="A" id="one"><rect key="frame" x="0" y="0" width="10" height="10"/></label>
                    <label text="B" id="two"><rect key="frame" x="0" y="0" width="10" height="10"/></label>
                    <button buttonType="system" id="but">
                        <rect key="frame" x="0" y="0" width="80" height="30"/>
                        <state key="normal" title="Go"/>
                        <connections>
                            <action selector="tapped:" destination="-1" eventType="touchUpInside" id="x1"/>
                        </connections>
                    </button>
                    <switch opaque="NO" on="YES" id="swi">
                        <rect key="frame" x="0" y="0" width="51" height="31"/>
                        <connections>
                            <action selector="changed" destination="-1" eventType="valueChanged" id="x2"/>
                        </connections>
                    </switch>
                </subviews>
            </view>
            """,
            connections: """
                <outlet property="title" destination="one" id="o1"/>
                <outlet property="button" destination="but" id="o2"/>
                <outletCollection property="marks" destination="two" id="o3"/>
                <outletCollection property="marks" destination="one" id="o4"/>
                """)
        let (objects, notes) = try NibDocuments.load(nib, owner: owner)
        #expect(notes.isEmpty, "\(notes)")
        #expect(objects.count == 1)
        #expect(owner.title?.text == "A")
        #expect(owner.marks.map { ($0 as? UILabel)?.text } == ["B", "A"])
        #expect(owner.button.title(for: .normal) == "Go")
        owner.button.sendActions(for: .touchUpInside)
        let toggle = try #require(objects.compactMap { $0 as? UIView }.first?.subviews.last as? UISwitch)
        #expect(toggle.isOn)
        toggle.sendActions(for: .valueChanged)
        #expect(owner.log == ["tapped UIButton", "changed"])
    }

    @Test func `what is missing is named with file, object and outlet`() throws {
        let nib = NibDocuments.xib(
            """
            <view customClass="Gone" customModule="Elsewhere" userLabel="Board" id="root">
                <rect key="frame" x="0" y="0" width="300" height="400"/>
                <subviews>
                    <hologram id="holo"><rect key="frame" x="1" y="2" width="3" height="4"/></hologram>
                </subviews>
                <userDefinedRuntimeAttributes>
                    <userDefinedRuntimeAttribute type="number" keyPath="glow">
                        <integer key="value" value="7"/>
                    </userDefinedRuntimeAttribute>
                </userDefinedRuntimeAttributes>
                <connections><outlet property="lamp" destination="holo" id="c"/></connections>
            </view>
            """)
        let (objects, notes) = try NibDocuments.load(nib)
        let root = try #require(objects.first as? UIView)
        #expect(root.subviews.first?.frame == CGRect(x: 1, y: 2, width: 3, height: 4))
        #expect(Set(notes.map(\.kind)) == [.unknownClass, .element, .attribute, .outlet])
        let outlet = try #require(notes.first { $0.kind == .outlet })
        #expect(outlet.description.hasPrefix("Test.xib:"))
        #expect(outlet.description.contains("root"))
        #expect(outlet.description.contains("UIView has no outlet lamp"))
    }

    @Test func `runtime attributes come before outlets, and both before awakeFromNib`() throws {
        let nib = NibDocuments.xib(
            """
            <view customClass="Card" customModule="TileNibsTests" id="root">
                <rect key="frame" x="0" y="0" width="300" height="400"/>
                <subviews><label id="lab"><rect key="frame" x="0" y="0" width="9" height="9"/></label></subviews>
                <userDefinedRuntimeAttributes>
                    <userDefinedRuntimeAttribute type="number" keyPath="radius">
                        <integer key="value" value="7"/>
                    </userDefinedRuntimeAttribute>
                    <userDefinedRuntimeAttribute type="color" keyPath="layer.borderColor">
                        <color key="value" red="0" green="0" blue="1" alpha="1" colorSpace="calibratedRGB"/>
                    </userDefinedRuntimeAttribute>
                    <userDefinedRuntimeAttribute type="boolean" keyPath="layer.masksToBounds" value="YES"/>
                </userDefinedRuntimeAttributes>
                <connections><outlet property="label" destination="lab" id="c"/></connections>
            </view>
            """)
        let (objects, notes) = try NibDocuments.load(nib)
        #expect(notes.isEmpty, "\(notes)")
        let card = try #require(objects.first as? Card)
        #expect(card.log == ["coder: 1 subview, frame 300", "radius 7.0", "label", "awake"])
        #expect(card.layer.masksToBounds)
        #expect(card.layer.borderColor == UIColor.blue.cgColor)
        // The class overrules what the nib says, as it comes later.
        #expect(card.backgroundColor == .yellow)
    }
}

/// A class found by its name, without being added.
final class Card: UIView {
    var log: [String] = []
    var radius: CGFloat = 0 { didSet { log.append("radius \(radius)") } }
    weak var label: UILabel! { didSet { log.append("label") } }

    required init?(coder: NSCoder) {
        super.init(coder: coder)
        log.append("coder: \(subviews.count) subview, frame \(Int(frame.width))")
        backgroundColor = .yellow
    }

    override class var outlets: OutletTable {
        super.outlets + [.outlet("label", \Card.label), .value("radius", \Card.radius)]
    }
    override func awakeFromNib() { log.append("awake") }
}

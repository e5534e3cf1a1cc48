import Foundation
import Testing
import TileControllers
import TileGraphics
import TileLayers
import TileViews

@testable import TileNibs

/// Nibs with bytes changed, cut, doubled and moved. Each must end in an error, or in objects and notes.
///
/// `TILEWORK_NIB_MUTATIONS` is the number of mutations, 2,000 by default, and `TILEWORK_NIB_FIRST` the number of the
/// first. `TILEWORK_NIB_MUTATION` selects one by its number. `TILEWORK_NIBS` adds mutations of the files of a folder.
@Suite struct MutationTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["TILEWORK_NIB_MUTATIONS"].flatMap { Int($0) } ?? 2000
    private static let first = environment["TILEWORK_NIB_FIRST"].flatMap { Int($0) } ?? 0
    private static let one = environment["TILEWORK_NIB_MUTATION"].flatMap { Int($0) }

    @Test func `changed nibs end in errors or notes`() throws {
        let seeds = Self.seeds
        var (failed, loaded) = (0, 0)
        for number in Self.one.map({ $0..<$0 + 1 }) ?? Self.first..<Self.first + Self.count {
            var random = Mutations(number)
            let bytes = random.mutate(seeds[number % seeds.count])
            // Of a long run, so that one that ends the program is found.
            if Self.count > 5000, number % 1000 == 0 { print("mutation \(number)") }
            if Self.environment["TILEWORK_NIB_VERBOSE"] != nil { print("mutation \(number)") }
            let done = FrameLog.collecting({ _ in }) { Self.load(bytes) }
            if done { loaded += 1 } else { failed += 1 }
        }
        if Self.one == nil {
            // Both happen, or the mutations are too weak or too strong to find anything.
            #expect(loaded > 0)
            #expect(failed > 0)
        }
    }

    private static var seeds: [[UInt8]] {
        var seeds = [CompiledWriter.sample(), Array(MutationSeeds.xib.utf8), Array(MutationSeeds.storyboard.utf8)]
        guard let folder = environment["TILEWORK_NIBS"].map({ URL(fileURLWithPath: $0) }) else { return seeds }
        for case let file as URL in FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            ?? FileManager.DirectoryEnumerator()
        where ["xib", "storyboard", "nib"].contains(file.pathExtension) {
            if let data = try? Data(contentsOf: file), data.count < 100_000 { seeds.append([UInt8](data)) }
        }
        return seeds
    }

    /// Whether objects were made.
    private static func load(_ bytes: [UInt8]) -> Bool {
        var limits = NibLimits()
        limits.elements = 20_000
        do {
            guard case .document(let document) = try NibContent(bytes, name: "changed", limits: limits) else {
                return false
            }
            if document.kind == .storyboard {
                let storyboard = UIStoryboard(
                    .success(.document(StoryboardDocument(document))), name: "changed", bundle: .main, limits: limits)
                for id in storyboard.controllerIDs.prefix(20) {
                    guard let controller = try? storyboard.make(id) else { continue }
                    controller.view.layoutIfNeeded()
                }
                return true
            }
            let (objects, _) = try NibContent.document(document).instantiate(
                owner: Owner(), external: [:], bundle: .main, limits: limits)
            for view in objects.compactMap({ $0 as? UIView }) { view.layoutIfNeeded() }
            return true
        } catch {
            return false
        }
    }
}

/// Changes of bytes, reproducible by number.
private struct Mutations: RandomNumberGenerator {
    private var state: UInt64

    init(_ number: Int) { state = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 }

    // SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    private static let words = [
        "YES", "NO", "-1", "1e309", "nan", "99999999999", "0", "root", "box", "exit", "-2", "key", "view", "label",
        "stackView", "button", "segue", "embed", "relationship", "leading", "left", "width", "top", "default",
        "heightClass=compact", "scrollView", "stepper", "switch", "navigationController", "tabBarController", "",
        "window", "visualEffectView", "segmentedControl", "2:0", "\"", "<", "/>",
    ].map { Array($0.utf8) }

    mutating func mutate(_ seed: [UInt8]) -> [UInt8] {
        var bytes = seed
        for _ in 0...Int.random(in: 0..<6, using: &self) {
            guard !bytes.isEmpty else { break }
            let place = Int.random(in: 0..<bytes.count, using: &self)
            let length = min(Int.random(in: 1...40, using: &self), bytes.count - place)
            switch Int.random(in: 0..<8, using: &self) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &self)
            case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &self)
            case 2: bytes.removeSubrange(place..<place + length)
            case 3: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
            case 4: if Int.random(in: 0..<20, using: &self) == 0 { bytes.removeSubrange(place...) }
            default: exchangeValue(near: place, in: &bytes)
            }
        }
        return bytes
    }

    /// Replaces the next quoted string by a word or by another value of the document.
    private mutating func exchangeValue(near place: Int, in bytes: inout [UInt8]) {
        let quote = UInt8(ascii: "\"")
        func value(after place: Int) -> Range<Int>? {
            guard let start = bytes[place...].firstIndex(of: quote), start + 1 < bytes.count,
                let end = bytes[(start + 1)...].firstIndex(of: quote)
            else { return nil }
            return start + 1..<end
        }
        guard let range = value(after: place) else { return }
        if Bool.random(using: &self), let other = value(after: Int.random(in: 0..<bytes.count, using: &self)) {
            let new = Array(bytes[other])
            bytes.replaceSubrange(range, with: new)
        } else {
            bytes.replaceSubrange(range, with: Self.words.randomElement(using: &self) ?? [])
        }
    }
}

private enum MutationSeeds {
    static let xib = """
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" useAutolayout="YES"><objects>
        <placeholder placeholderIdentifier="IBFilesOwner" id="-1"><connections>
        <outlet property="title" destination="lab" id="o"/><outletCollection property="marks" destination="box" id="p"/>
        </connections></placeholder>
        <view contentMode="scaleToFill" id="root"><rect key="frame" x="0.0" y="0.0" width="320" height="480"/>
        <autoresizingMask key="autoresizingMask" widthSizable="YES" heightSizable="YES"/><subviews>
        <stackView axis="vertical" distribution="fillEqually" spacing="8"
            translatesAutoresizingMaskIntoConstraints="NO" id="box"><rect key="frame" x="8" y="8" width="99" height="99"/>
        <subviews><label text="A" textAlignment="center" numberOfLines="2" id="lab">
        <rect key="frame" x="0.0" y="0.0" width="99" height="21"/>
        <fontDescription key="fontDescription" type="system" pointSize="17"/>
        <color key="textColor" red="1" green="0.5" blue="0" alpha="1" colorSpace="custom" customColorSpace="sRGB"/>
        </label><button buttonType="system" id="but"><rect key="frame" x="0.0" y="0.0" width="99" height="30"/>
        <state key="normal" title="Go"/><connections>
        <action selector="tapped:" destination="-1" eventType="touchUpInside" id="a"/></connections></button>
        <slider value="0.5" minValue="0.0" maxValue="1" id="sli"><rect key="frame" x="0" y="0" width="9" height="9"/>
        </slider><stepper minimumValue="1" maximumValue="9" stepValue="2" value="3" id="ste"/>
        <segmentedControl selectedSegmentIndex="0" id="seg"><segments><segment title="1"/><segment title="2"/></segments>
        </segmentedControl><pageControl numberOfPages="3" currentPage="1" id="pag"/>
        <progressView progress="0.3" id="pro"/><activityIndicatorView style="large" animating="YES" id="act"/>
        <scrollView minimumZoomScale="0.5" maximumZoomScale="3" id="scr"><size key="contentSize" width="900" height="9"/>
        <viewLayoutGuide key="contentLayoutGuide" id="clg"/><viewLayoutGuide key="frameLayoutGuide" id="flg"/>
        </scrollView></subviews><variation key="default" spacing="2"/>
        <variation key="widthClass=regular" axis="horizontal"/></stackView></subviews>
        <viewLayoutGuide key="safeArea" id="saf"/><constraints>
        <constraint firstItem="box" firstAttribute="leading" secondItem="saf" secondAttribute="leading" constant="8"/>
        <constraint firstItem="box" firstAttribute="top" secondItem="root" secondAttribute="topMargin" id="t"/>
        <constraint firstItem="box" firstAttribute="width" relation="lessThanOrEqual" secondItem="root"
            secondAttribute="width" multiplier="0.5" priority="750" id="w"/></constraints>
        <userDefinedRuntimeAttributes><userDefinedRuntimeAttribute type="number" keyPath="layer.cornerRadius">
        <real key="value" value="4"/></userDefinedRuntimeAttribute></userDefinedRuntimeAttributes>
        <variation key="default"><mask key="constraints"><exclude reference="w"/></mask></variation>
        </view><tapGestureRecognizer numberOfTapsRequired="2" id="tap"/></objects></document>
        """

    static let storyboard = """
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" useAutolayout="YES"
            initialViewController="tab"><scenes><scene sceneID="1"><objects><tabBarController id="tab">
        <tabBar key="tabBar" id="bar"/><connections>
        <segue destination="nav" kind="relationship" relationship="viewControllers" id="s1"/>
        <segue destination="spl" kind="relationship" relationship="viewControllers" id="s2"/>
        </connections></tabBarController></objects></scene><scene sceneID="2"><objects><navigationController id="nav">
        <tabBarItem key="tabBarItem" title="One" systemItem="more" id="tbi"/>
        <navigationBar key="navigationBar" largeTitles="YES" id="nab"/><connections>
        <segue destination="lis" kind="relationship" relationship="rootViewController" id="s3"/></connections>
        </navigationController></objects></scene><scene sceneID="3"><objects>
        <viewController storyboardIdentifier="List" id="lis"><layoutGuides>
        <viewControllerLayoutGuide type="top" id="top"/><viewControllerLayoutGuide type="bottom" id="bot"/></layoutGuides>
        <view key="view" id="vie"><rect key="frame" x="0" y="0" width="320" height="480"/><subviews>
        <containerView id="con"><rect key="frame" x="0" y="0" width="99" height="99"/><connections>
        <segue destination="pag" kind="embed" identifier="inner" id="s4"/></connections></containerView>
        <button id="but"><rect key="frame" x="0" y="0" width="99" height="9"/><connections>
        <segue destination="spl" kind="show" identifier="next" id="s5"/></connections></button></subviews>
        <constraints><constraint firstItem="con" firstAttribute="top" secondItem="top" secondAttribute="bottom" id="k"/>
        </constraints></view><navigationItem key="navigationItem" title="List" id="nai">
        <barButtonItem key="rightBarButtonItem" systemItem="add" id="bbi"/></navigationItem><connections>
        <outlet property="but" destination="but" id="o1"/></connections></viewController><exit id="exi"/></objects></scene>
        <scene sceneID="4"><objects><pageViewController transitionStyle="scroll" id="pag"/></objects></scene>
        <scene sceneID="5"><objects><splitViewController style="doubleColumn" id="spl"><connections>
        <segue destination="lis" kind="relationship" relationship="masterViewController" id="s6"/></connections>
        </splitViewController></objects></scene></scenes></document>
        """
}

import Foundation
import Testing
import TileBars
import TileControllers
import TileDrawing
import TileGraphics
import TileViews

@testable import TileNibs

@Suite struct StoryboardTests {
    private static let tabs = NibDocuments.scene(
        """
        <tabBarController id="tabs">
            <tabBar key="tabBar" id="bar"><rect key="frame" x="0" y="0" width="320" height="49"/></tabBar>
            <connections>
                <segue destination="nav" kind="relationship" relationship="viewControllers" id="r1"/>
                <segue destination="help" kind="relationship" relationship="viewControllers" id="r2"/>
            </connections>
        </tabBarController>
        """)
    private static let navigation = NibDocuments.scene(
        """
        <navigationController id="nav">
            <tabBarItem key="tabBarItem" title="Trains" id="item"/>
            <navigationBar key="navigationBar" largeTitles="YES" id="navbar"/>
            <connections>
                <segue destination="list" kind="relationship" relationship="rootViewController" id="r3"/>
            </connections>
        </navigationController>
        """)
    private static let list = NibDocuments.scene(
        """
        <viewController storyboardIdentifier="List" title="Board" id="list" customClass="ListScene"
            customModule="TileNibsTests">
            <view key="view" id="listview">
                <rect key="frame" x="0" y="0" width="320" height="480"/>
                <subviews>
                    <button buttonType="system" id="go">
                        <rect key="frame" x="0" y="0" width="80" height="30"/>
                        <connections>
                            <segue destination="detail" kind="show" identifier="detail" id="s1"/>
                        </connections>
                    </button>
                    <view id="frame"><rect key="frame" x="0" y="100" width="200" height="100"/>
                        <connections><segue destination="map" kind="embed" identifier="map" id="s3"/></connections>
                    </view>
                </subviews>
            </view>
            <navigationItem key="navigationItem" title="Departures" id="navitem">
                <barButtonItem key="rightBarButtonItem" systemItem="add" id="add">
                    <connections><action selector="add:" destination="list" id="a1"/></connections>
                </barButtonItem>
            </navigationItem>
            <connections>
                <outlet property="goButton" destination="go" id="c1"/>
                <outlet property="addItem" destination="add" id="c2"/>
                <segue destination="sheet" kind="presentation" identifier="sheet" modalPresentationStyle="fullScreen"
                    animates="NO" id="s2"/>
            </connections>
        </viewController>
        """, "<tapGestureRecognizer id=\"tap\"/>")
    private static let others =
        NibDocuments.scene(
            """
            <viewController id="detail" customClass="DetailScene" customModule="TileNibsTests">
                <view key="view" id="detailview"><rect key="frame" x="0" y="0" width="320" height="480"/>
                    <subviews>
                        <button id="back"><rect key="frame" x="0" y="0" width="80" height="30"/>
                            <connections>
                                <segue destination="exit" kind="unwind" identifier="back" unwindAction="unwindToList:"
                                    id="u1"/>
                            </connections>
                        </button>
                    </subviews>
                </view>
                <connections><outlet property="back" destination="back" id="c3"/></connections>
            </viewController>
            """, "<exit id=\"exit\" userLabel=\"Exit\"/>")
        + NibDocuments.scene("<viewController storyboardIdentifier=\"Sheet\" id=\"sheet\"/>")
        + NibDocuments.scene("<viewController id=\"map\" title=\"Map\"/>")
        + NibDocuments.scene("<viewController id=\"help\" title=\"Help\"/>")

    private func make() -> UIStoryboard {
        NibDocuments.storyboard(Self.tabs + Self.navigation + Self.list + Self.others, initial: "tabs")
    }

    @Test func `an app of tabs and a navigation controller comes out of its storyboard`() throws {
        let storyboard = make()
        #expect(storyboard.identifiers == ["List", "Sheet"])
        let tabs = try #require(storyboard.instantiateInitialViewController() as? UITabBarController)
        #expect(tabs.viewControllers?.count == 2)
        let navigation = try #require(tabs.viewControllers?.first as? UINavigationController)
        #expect(navigation.tabBarItem.title == "Trains")
        #expect(navigation.navigationBar.prefersLargeTitles)
        let list = try #require(navigation.topViewController as? ListScene)
        #expect(list.navigationItem.title == "Departures")
        #expect(list.storyboard === storyboard)
        #expect(list.addItem != nil, "items are connected with the controller")
        #expect(list.goButton == nil, "and what is in its view is not, yet")
        _ = list.view
        #expect(list.goButton != nil)
        #expect(
            list.log == [
                "awake", "should map", "prepare map for UIViewController", "willAdd", "didLoad with 1 child",
            ])
        list.addItem?.perform(from: list.view, for: nil)
        #expect(list.log.last == "add")
        #expect(storyboard.notes.isEmpty, "\(storyboard.notes)")
    }

    @Test func `a button's segue asks, prepares and shows; an unwind segue goes back`() throws {
        UIView.setAnimationsEnabled(false)
        defer { UIView.setAnimationsEnabled(true) }
        do {
            let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
            let navigation = UINavigationController(
                rootViewController: make().instantiateViewController(withIdentifier: "List"))
            window.rootViewController = navigation
            window.makeKeyAndVisible()
            let list = try #require(navigation.topViewController as? ListScene)
            list.clear()
            list.allows = false
            list.goButton?.sendActions(for: .touchUpInside)
            #expect(list.log == ["should detail"])
            list.allows = true
            list.clear()
            list.goButton?.sendActions(for: .touchUpInside)
            #expect(list.log == ["should detail", "prepare detail for DetailScene"])
            let detail = try #require(navigation.topViewController as? DetailScene)
            _ = detail.view
            list.clear()
            detail.back?.sendActions(for: .touchUpInside)
            #expect(list.log == ["unwound from DetailScene"])
            #expect(navigation.topViewController === list)
        }
    }

    @Test func `a segue by its name is performed without asking, and presents`() throws {
        UIView.setAnimationsEnabled(false)
        defer { UIView.setAnimationsEnabled(true) }
        do {
            let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
            let list: ListScene = make().instantiateViewController(identifier: "List")
            window.rootViewController = list
            window.makeKeyAndVisible()
            list.clear()
            list.performSegue(withIdentifier: "sheet", sender: nil)
            #expect(list.log == ["prepare sheet for UIViewController"])
            let presented = try #require(list.presentedViewController)
            #expect(presented.modalPresentationStyle == .fullScreen)
        }
    }

    @Test func `a creator makes the controller, with what the scene says of it`() throws {
        let list: ListScene = make().instantiateViewController(identifier: "List") { coder in
            ListScene(coder: coder, note: "by hand")
        }
        #expect(list.note == "by hand")
        #expect(list.title == "Board")
        #expect(list.navigationItem.title == "Departures")
    }

    @Test func `what a storyboard does not have is an error that names what it has`() {
        do {
            _ = try make().controller(withIdentifier: "Lsit")
            Issue.record("nothing was thrown")
        } catch {
            #expect("\(error)".contains("has no controller with the identifier Lsit; it has List, Sheet"))
        }
    }

    @Test func `scenes that embed or contain themselves come to an end`() throws {
        let storyboard = NibDocuments.storyboard(
            NibDocuments.scene(
                """
                <viewController id="a"><view key="view" id="v"><rect key="frame" x="0" y="0" width="9" height="9"/>
                <connections><segue destination="a" kind="embed" id="e"/></connections></view></viewController>
                """)
                + NibDocuments.scene(
                    """
                    <navigationController storyboardIdentifier="nav" id="n"><connections>
                    <segue destination="n" kind="relationship" relationship="rootViewController" id="r"/>
                    </connections></navigationController>
                    """), initial: "a")
        let controller = try #require(storyboard.instantiateInitialViewController())
        _ = controller.view
        #expect(storyboard.notes.contains { $0.kind == .segue })
        #expect(throws: Never.self) { try storyboard.controller(withIdentifier: "nav") }
    }
}

final class ListScene: UIViewController {
    private(set) weak var goButton: UIButton?
    private(set) var addItem: UIBarButtonItem?
    private(set) var log: [String] = []
    let note: String?
    var allows = true

    init?(coder: NSCoder, note: String) {
        self.note = note
        super.init(coder: coder)
    }
    required init?(coder: NSCoder) {
        note = nil
        super.init(coder: coder)
    }

    override class var outlets: OutletTable {
        super.outlets + [.outlet("goButton", \ListScene.goButton), .outlet("addItem", \ListScene.addItem)]
    }
    override class var actions: ActionTable {
        super.actions + [.action("add:", ListScene.add), .action("unwindToList:", ListScene.unwindToList)]
    }

    func clear() { log = [] }
    private func add(_ sender: Any) { log.append("add") }
    private func unwindToList(_ segue: UIStoryboardSegue) { log.append("unwound from \(type(of: segue.source))") }
    override func awakeFromNib() { log.append("awake") }
    override func addChild(_ childController: UIViewController) {
        log.append("willAdd")
        super.addChild(childController)
    }
    override func viewDidLoad() { log.append("didLoad with \(children.count) child") }
    override func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool {
        log.append("should \(identifier)")
        return allows
    }
    override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
        log.append("prepare \(segue.identifier ?? "") for \(type(of: segue.destination))")
    }
}

final class DetailScene: UIViewController {
    private(set) weak var back: UIButton?
    override class var outlets: OutletTable { super.outlets + [.outlet("back", \DetailScene.back)] }
}

import Foundation
import TestSupport
import Testing
import TileControllers
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers
import TileViews
import VirtualTime

@testable import TileLists

@Suite("Table view controllers")
struct TableControllerTests {
    private final class Names: UITableViewController {
        var names = ["a", "b", "c"]
        var scrolled = 0

        override func viewDidLoad() {
            super.viewDidLoad()
            tableView.register(UITableViewCell.self, forCellReuseIdentifier: "name")
        }
        override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { names.count }
        override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            let cell = tableView.dequeueReusableCell(withIdentifier: "name", for: indexPath)
            cell.textLabel?.text = names[indexPath.row]
            return cell
        }
        override func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat { 60 }
        override func scrollViewDidScroll(_ scrollView: UIScrollView) { scrolled += 1 }
    }

    private func frame(_ screen: UIScreen) { screen.asMain { _ = screen.frame() } }

    @Test("Its view is a table that it fills; what it overrides is asked, what it does not is as without a delegate")
    func fills() {
        let screen = UIScreen(size: CGSize(width: 320, height: 480), scale: 1)
        let window = UIWindow(screen: screen)
        let controller = Names(style: .insetGrouped)
        window.rootViewController = controller
        window.makeKeyAndVisible()
        frame(screen)
        let table = controller.tableView
        #expect(table?.style == .insetGrouped)
        #expect(table?.visibleCells.map(\.frame.height) == [60, 60, 60])
        #expect(table?.rectForHeader(inSection: 0).height == 35)
        table?.contentOffset.y = 10
        #expect(controller.scrolled > 0)
        controller.setEditing(true, animated: false)
        #expect(table?.isEditing == true)
    }

    @Test("A selected row is no longer selected when it is shown again", arguments: [true, false])
    func clears(isCleared: Bool) {
        let screen = UIScreen(size: CGSize(width: 320, height: 480), scale: 1)
        screen.clock = VirtualClock(now: 10)
        let window = UIWindow(screen: screen)
        let controller = Names(style: .plain)
        controller.clearsSelectionOnViewWillAppear = isCleared
        let navigation = UINavigationController(rootViewController: controller)
        window.rootViewController = navigation
        window.makeKeyAndVisible()
        frame(screen)
        let path = IndexPath(row: 1, section: 0)
        controller.tableView.selectRow(at: path, animated: false, scrollPosition: .none)
        navigation.pushViewController(UIViewController(), animated: false)
        frame(screen)
        #expect(controller.tableView.indexPathForSelectedRow == path)
        // A direct call does nothing.
        controller.viewWillAppear(false)
        #expect(controller.tableView.indexPathForSelectedRow == path)
        navigation.popViewController(animated: false)
        frame(screen)
        #expect(controller.tableView.indexPathForSelectedRow == (isCleared ? nil : path))
    }
}

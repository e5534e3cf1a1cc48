import Foundation
import TileBars
import TileControllers
import TileDrawing
import TileGraphics
import TileLists
import TileViews

/// A sample app that is available to traces in every program, like the content `shapes`. It has tabs, navigable lists,
/// and a form in a sheet.
enum SampleScreens {
    static let table: ControllerTable = [
        "sample-app": { app() }, "sample-page": { SamplePage(rows: 8) }, "sample-form": { form() },
        "sample-list": { SampleList() },
    ]

    private static func app() -> UITabBarController {
        let tabs = UITabBarController()
        tabs.viewControllers = [20, 6].enumerated().map { number, rows in
            let page = SamplePage(rows: rows)
            page.title = "List"
            let navigation = UINavigationController(rootViewController: page)
            navigation.tabBarItem = UITabBarItem(tabBarSystemItem: number == 0 ? .favorites : .more, tag: number)
            return navigation
        }
        return tabs
    }

    private static func form() -> UINavigationController {
        let page = SamplePage(rows: 3)
        page.title = "Form"
        let sheet = UINavigationController(rootViewController: page)
        sheet.sheetPresentationController?.detents = [.medium(), .large()]
        return sheet
    }
}

/// A table of ten thousand rows. Each draws a mark and has no text, because text depends on the machine's fonts.
final class SampleList: UITableViewController {
    private final class Cell: UITableViewCell {
        var share: CGFloat = 0 { didSet { setNeedsDisplay() } }

        override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
            super.init(style: style, reuseIdentifier: reuseIdentifier)
        }

        required init?(coder: NSCoder) { nil }

        override func draw(_ rect: CGRect) {
            UIColor.systemBlue.setFill()
            UIBezierPath(ovalIn: CGRect(x: 16, y: 12, width: 20, height: 20)).fill()
            UIColor.systemGray3.setFill()
            let bar = CGRect(x: 48, y: 16, width: (bounds.width - 64) * share, height: 12)
            UIBezierPath(roundedRect: bar, cornerRadius: 6).fill()
        }
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        tableView.rowHeight = 44
        tableView.register(Cell.self, forCellReuseIdentifier: "row")
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 10_000 }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
        (cell as? Cell)?.share = CGFloat(indexPath.row % 7 + 2) / 9
        return cell
    }
}

/// A scrolling list of rows laid out with constraints.
final class SamplePage: UIViewController {
    /// A row that draws a mark, once.
    private final class Row: UIView {
        override func draw(_ rect: CGRect) {
            UIColor.systemBlue.setFill()
            UIBezierPath(ovalIn: CGRect(x: 12, y: 12, width: 20, height: 20)).fill()
            UIColor.systemGray3.setFill()
            UIBezierPath(roundedRect: CGRect(x: 44, y: 16, width: bounds.width - 60, height: 12), cornerRadius: 6)
                .fill()
        }
    }

    private let rows: Int

    init(rows: Int) {
        self.rows = rows
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func loadView() {
        let scroll = UIScrollView()
        scroll.backgroundColor = .systemGroupedBackground
        let stack = UIStackView(
            arrangedSubviews: (0..<rows).map { _ in
                let row = Row()
                row.backgroundColor = .systemBackground
                row.heightAnchor.constraint(equalToConstant: 44).isActive = true
                return row
            })
        (stack.axis, stack.spacing) = (.vertical, 8)
        stack.translatesAutoresizingMaskIntoConstraints = false
        scroll.addSubview(stack)
        let content = scroll.contentLayoutGuide
        NSLayoutConstraint.activate([
            stack.topAnchor.constraint(equalTo: content.topAnchor, constant: 8),
            stack.bottomAnchor.constraint(equalTo: content.bottomAnchor, constant: -8),
            stack.leadingAnchor.constraint(equalTo: content.leadingAnchor, constant: 16),
            stack.widthAnchor.constraint(equalTo: scroll.frameLayoutGuide.widthAnchor, constant: -32),
        ])
        view = scroll
    }
}

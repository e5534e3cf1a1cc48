import Testing
import UIKit

/// A table as large as its content.
private class WholeTable: UITableView {
    var reloads = 0
    override var contentSize: CGSize { didSet { invalidateIntrinsicContentSize() } }
    override var intrinsicContentSize: CGSize { contentSize }
    override func reloadData() {
        super.reloadData()
        reloads += 1
    }
    override weak var delegate: UITableViewDelegate? {
        get { super.delegate }
        set { super.delegate = newValue }
    }
}

private final class StopCell: UITableViewCell {
    static let identifier = "StopCell"
    private let name = UILabel()

    override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
        super.init(style: style, reuseIdentifier: reuseIdentifier)
        contentView.addSubview(name)
        name.translatesAutoresizingMaskIntoConstraints = false
        NSLayoutConstraint.activate([
            name.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 20),
            name.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -20),
            name.leadingAnchor.constraint(equalTo: contentView.layoutMarginsGuide.leadingAnchor),
            name.heightAnchor.constraint(equalToConstant: 30),
        ])
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    override func setSelected(_ selected: Bool, animated: Bool) {
        super.setSelected(selected, animated: animated)
        name.textColor = selected ? .red : .label
    }

    func configure(_ text: String) { name.text = text }
}

private final class StopsController: UIViewController, UITableViewDataSource, UITableViewDelegate {
    let tableView = WholeTable(frame: .zero, style: .insetGrouped)
    var stops = ["Harbour", "Market"]
    var picked: IndexPath?

    override func viewDidLoad() {
        super.viewDidLoad()
        tableView.register(StopCell.self, forCellReuseIdentifier: StopCell.identifier)
        tableView.dataSource = self
        tableView.delegate = self
        tableView.rowHeight = UITableView.automaticDimension
        tableView.estimatedRowHeight = 60
        tableView.tableFooterView = UIView()
        view.addSubview(tableView)
        tableView.frame = view.bounds
    }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { stops.count }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        guard
            let cell = tableView.dequeueReusableCell(withIdentifier: StopCell.identifier, for: indexPath) as? StopCell
        else { return UITableViewCell() }
        cell.configure(stops[indexPath.row])
        return cell
    }
    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        tableView.deselectRow(at: indexPath, animated: true)
        picked = indexPath
    }
    func scrollViewDidScroll(_ scrollView: UIScrollView) {}
}

@Suite("Tables, as apps have them")
struct TableCodeTests {
    @Test("A controller with a table of its own, cells laid out by constraints")
    func controller() throws {
        let controller = StopsController()
        controller.loadViewIfNeeded()
        let table = controller.tableView
        table.layoutIfNeeded()
        #expect(table.visibleCells.count == 2)
        #expect(table.visibleCells.allSatisfy { $0.frame.height >= 70 && $0.frame.height <= 71 })
        #expect(table.intrinsicContentSize.height > 140)
        let delegate = table.delegate
        delegate?.tableView(table, didSelectRowAt: IndexPath(row: 1, section: 0))
        #expect(controller.picked?.row == 1)
        controller.stops.append("Depot")
        table.reloadData()
        #expect(table.numberOfRows(inSection: 0) == 3)
        #expect(table.reloads == 1)
        let path: KeyPath<UITableView, UITableViewDelegate?> = \.delegate
        #expect(table[keyPath: path] === controller)
    }
}

import Foundation
import TileControllers
import TileDrawing
import TileGraphics
import TileSnapshots
import TileViews

/// A screen for snapshots: a list under a large title.
final class Board: UIViewController {
    var town = "Harbour"

    override func viewDidLoad() {
        title = "Departures"
        view.backgroundColor = .systemGroupedBackground
        let stack = UIStackView(
            arrangedSubviews: [town, "Market", "Museum"].map { name in
                let label = UILabel()
                label.text = name
                label.font = .preferredFont(forTextStyle: .body)
                label.adjustsFontForContentSizeCategory = true
                return label
            })
        stack.axis = .vertical
        stack.spacing = 16
        stack.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(stack)
        NSLayoutConstraint.activate([
            stack.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 16),
            stack.leadingAnchor.constraint(equalTo: view.layoutMarginsGuide.leadingAnchor),
        ])
    }

    /// Returns the screen inside a navigation controller.
    static func shown(_ town: String = "Harbour") -> UIViewController {
        let board = Board()
        board.town = town
        let navigation = UINavigationController(rootViewController: board)
        navigation.navigationBar.prefersLargeTitles = true
        return navigation
    }
}

/// A card of one color.
func card(_ color: UIColor, _ size: CGSize = CGSize(width: 40, height: 20)) -> UIView {
    let view = UIView(frame: CGRect(origin: .zero, size: size))
    view.backgroundColor = color
    return view
}

/// A folder that is deleted when its last reference goes.
final class Folder {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("snapshots-\(UUID().uuidString)").path

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}

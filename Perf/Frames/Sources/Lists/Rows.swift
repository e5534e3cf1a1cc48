import Foundation
import TileDrawing
import TileGeometry
import TileLists
import TileViews

let rowCount = 1_000_000

/// Rows of one to four lines.
func lines(_ row: Int) -> Int { 1 + row % 7 % 4 }

/// The numbers of created cells and of requests for cells.
enum Counts {
    // nonisolated(unsafe): there is one thread.
    nonisolated(unsafe) static var made = 0
    nonisolated(unsafe) static var asked = 0
}

final class CountedCell: UITableViewCell {
    override init(style: CellStyle, reuseIdentifier: String?) {
        super.init(style: style, reuseIdentifier: reuseIdentifier)
        Counts.made += 1
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }
}

final class Rows: NSObject, UITableViewDataSource, UITableViewDelegate {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rowCount }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        Counts.asked += 1
        let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
        cell.textLabel?.text = "Row \(indexPath.row)"
        return cell
    }

    func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
        24 + 20 * CGFloat(lines(indexPath.row))
    }
}

/// Rows as high as their texts.
final class OwnSizes: NSObject, UITableViewDataSource {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rowCount }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        Counts.asked += 1
        let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
        cell.textLabel?.numberOfLines = 0
        let line = "Row \(indexPath.row)"
        cell.textLabel?.text = Array(repeating: line, count: lines(indexPath.row)).joined(separator: "\n")
        return cell
    }
}

final class Items: NSObject, UICollectionViewDataSource {
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { rowCount }

    func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        Counts.asked += 1
        let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "item", for: indexPath)
        cell.contentView.backgroundColor = indexPath.item % 2 == 0 ? .systemBlue : .systemGreen
        return cell
    }
}

final class CountedItem: UICollectionViewCell {
    override init(frame: CGRect) {
        super.init(frame: frame)
        Counts.made += 1
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }
}

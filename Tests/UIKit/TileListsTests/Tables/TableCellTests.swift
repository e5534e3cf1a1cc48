import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

@testable import TileLists

@Suite("Cells")
struct TableCellTests {
    private func laidOut(
        _ style: UITableViewCell.CellStyle = .default, width: CGFloat = 300, _ change: (UITableViewCell) -> Void
    ) -> UITableViewCell {
        let cell = UITableViewCell(style: style, reuseIdentifier: nil)
        change(cell)
        cell.frame = CGRect(x: 0, y: 0, width: width, height: 44)
        cell.layoutIfNeeded()
        return cell
    }

    @Test("What stands at the edges makes the content narrower; an accessory view goes before a type")
    func accessories() {
        #expect(laidOut { _ in }.contentView.frame == CGRect(x: 0, y: 0, width: 300, height: 44))
        let chevron = laidOut { $0.accessoryType = .disclosureIndicator }
        #expect(chevron.contentView.frame.width == 268)
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 20))
        let own = laidOut {
            $0.accessoryType = .checkmark
            $0.accessoryView = view
        }
        #expect(view.superview === own)
        #expect(view.frame == CGRect(x: 234, y: 12, width: 50, height: 20))
        #expect(own.subviews.allSatisfy { !($0 is CellSymbolView) })
        own.accessoryView = nil
        own.layoutIfNeeded()
        #expect(view.superview == nil)
        #expect(own.subviews.contains { $0 is CellSymbolView })
    }

    @Test("From right to left all is mirrored")
    func mirrored() {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 20))
        let cell = laidOut {
            $0.semanticContentAttribute = .forceRightToLeft
            $0.accessoryView = view
            $0.textLabel?.text = "Stop"
        }
        #expect(view.frame.minX == 16)
        #expect(cell.contentView.frame.minX == 74)
        #expect(cell.contentView.frame.maxX == 300)
        #expect(cell.textLabel?.frame.maxX == cell.contentView.bounds.width - 16)
    }

    @Test("The styles place their labels", arguments: [UITableViewCell.CellStyle.value1, .value2, .subtitle])
    func styles(style: UITableViewCell.CellStyle) throws {
        let cell = laidOut(style) {
            $0.textLabel?.text = "Line"
            $0.detailTextLabel?.text = "4"
        }
        let (text, detail) = (try #require(cell.textLabel), try #require(cell.detailTextLabel))
        switch style {
        case .value1:
            #expect(text.frame.minX == 16)
            #expect(detail.frame.maxX == 284)
            #expect(text.frame.maxX <= detail.frame.minX)
        case .value2:
            #expect(text.frame == CGRect(x: 16, y: 0, width: 91, height: 44))
            #expect(detail.frame.minX == 113)
        default:
            #expect(text.frame.minX == detail.frame.minX)
            #expect(text.frame.maxY < detail.frame.minY)
        }
        #expect(UITableViewCell(style: .default, reuseIdentifier: nil).detailTextLabel == nil)
    }

    @Test("A cell's labels say how high it is, at least 44 points; constraints, where there are any")
    func sizes() {
        let cell = laidOut(.subtitle) { $0.textLabel?.text = "Line" }
        #expect(cell.sizeThatFits(CGSize(width: 300, height: 0)).height == 44)
        cell.detailTextLabel?.text = "every ten minutes"
        #expect(cell.sizeThatFits(CGSize(width: 300, height: 0)).height > 54)
        cell.textLabel?.numberOfLines = 0
        cell.textLabel?.text = String(repeating: "a long name of a line ", count: 5)
        let narrow = cell.sizeThatFits(CGSize(width: 150, height: 0)).height
        #expect(narrow > cell.sizeThatFits(CGSize(width: 600, height: 0)).height + 40)
    }

    @Test("A selected cell has a background behind its content, its own or the standard one")
    func selection() throws {
        let cell = laidOut { $0.textLabel?.text = "Line" }
        let count = cell.subviews.count
        cell.setSelected(true, animated: false)
        #expect(cell.subviews.count == count + 1)
        #expect(cell.subviews[0].backgroundColor == .systemGray4)
        #expect(cell.textLabel?.isHighlighted == true)
        cell.isSelected = false
        #expect(cell.subviews.count == count)
        let own = UIView()
        cell.selectedBackgroundView = own
        cell.isHighlighted = true
        #expect(cell.subviews[0] === own)
        cell.selectionStyle = .none
        #expect(own.superview == nil)
        cell.prepareForReuse()
        #expect(!cell.isHighlighted)
    }

    @Test("Lines begin where text does, or as the table or the cell says; none at the ends of a box")
    func lines() throws {
        func line(_ cell: UITableViewCell?) -> CGRect? {
            cell?.parts.bottomLine.map(\.frame)
        }
        let source = NameSource([["a", "b"]])
        let rig = TableRig(source)
        rig.frame()
        let cell = try #require(rig.table.cellForRow(at: [0, 0]))
        #expect(line(cell) == CGRect(x: 16, y: 39, width: 304, height: 1))
        rig.table.separatorInset = UIEdgeInsets(top: 0, left: 40, bottom: 0, right: 10)
        rig.frame()
        #expect(line(cell) == CGRect(x: 40, y: 39, width: 270, height: 1))
        cell.separatorInset = .zero
        rig.frame()
        #expect(line(cell) == CGRect(x: 0, y: 39, width: 320, height: 1))
        rig.table.separatorStyle = .none
        rig.frame()
        #expect(line(cell) == nil)
        let boxed = TableRig(NameSource([["a", "b"]]), style: .insetGrouped)
        boxed.frame()
        #expect(line(boxed.table.cellForRow(at: [0, 0])) != nil)
        #expect(line(boxed.table.cellForRow(at: [0, 1])) == nil)
        #expect(boxed.table.cellForRow(at: [0, 1])?.layer.cornerRadius == 10)
    }

    @Test("Margins that a program gives the content stay, others follow the table")
    func margins() {
        let cell = laidOut { $0.indentationLevel = 2 }
        #expect(cell.contentView.directionalLayoutMargins.leading == 36)
        let own = laidOut { $0.contentView.layoutMargins = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4) }
        #expect(own.contentView.layoutMargins == UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
    }
}

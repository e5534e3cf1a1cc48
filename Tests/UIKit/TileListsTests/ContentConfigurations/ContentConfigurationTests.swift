import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

@testable import TileLists

@Suite("Configurations of content and backgrounds")
struct ContentConfigurationTests {
    @Test("A configuration's view replaces the content view, and takes on others of its kind")
    func replaces() throws {
        let cell = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
        #expect(cell.textLabel != nil)
        var content = cell.defaultContentConfiguration()
        content.text = "Harbour"
        content.secondaryText = "Line 4"
        cell.contentConfiguration = content
        let view = try #require(cell.contentView as? UIListContentView)
        #expect(view.superview === cell)
        #expect(cell.textLabel == nil)
        content.text = "Market"
        cell.contentConfiguration = content
        #expect(cell.contentView === view)
        let shown = try #require(view.configuration as? UIListContentConfiguration)
        #expect(shown.text == "Market")
        cell.contentConfiguration = nil
        #expect(!(cell.contentView is UIListContentView))
        #expect(view.superview == nil)
        #expect(cell.textLabel != nil)
    }

    @Test("A program's own configuration makes its own view, and hears of states")
    func own() throws {
        struct Own: UIContentConfiguration {
            var isSelected = false
            func makeContentView() -> UIView & UIContentView { OwnView(self) }
            func updated(for state: any UIConfigurationState) -> Own {
                Own(isSelected: (state as? UICellConfigurationState)?.isSelected ?? false)
            }
        }
        final class OwnView: UIView, UIContentView {
            var configuration: any UIContentConfiguration
            init(_ configuration: Own) {
                self.configuration = configuration
                super.init(frame: .zero)
            }
            required init?(coder: NSCoder) { nil }
        }
        let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
        cell.contentConfiguration = Own()
        let view = try #require(cell.contentView as? OwnView)
        cell.isSelected = true
        cell.layoutIfNeeded()
        #expect((view.configuration as? Own)?.isSelected == true)
        cell.automaticallyUpdatesContentConfiguration = false
        cell.isSelected = false
        cell.layoutIfNeeded()
        #expect((view.configuration as? Own)?.isSelected == true)
    }

    @Test("The handler hears of each state, after the method that a subclass overrides, once a layout")
    func handler() {
        final class Cell: UITableViewCell {
            var told: [String] = []
            override func updateConfiguration(using state: UICellConfigurationState) {
                super.updateConfiguration(using: state)
                told.append("update \(state.isSelected)")
            }
        }
        let cell = Cell(style: .default, reuseIdentifier: nil)
        cell.configurationUpdateHandler = { cell, state in
            (cell as? Cell)?.told.append("handler \(state.isHighlighted)")
        }
        cell.layoutIfNeeded()
        #expect(cell.told == ["update false", "handler false"])
        cell.isSelected = true
        cell.isHighlighted = true
        cell.layoutIfNeeded()
        #expect(cell.told.suffix(2) == ["update true", "handler true"])
        cell.setNeedsLayout()
        cell.layoutIfNeeded()
        #expect(cell.told.count == 4)
    }

    @Test("A background follows states, unless the program has set its color")
    func background() {
        var state = UICellConfigurationState(traitCollection: UITraitCollection())
        state.isHighlighted = true
        let standard = UIBackgroundConfiguration.listGroupedCell()
        #expect(standard.backgroundColor == .secondarySystemGroupedBackground)
        #expect(standard.updated(for: state).backgroundColor == .systemGray4)
        state.isHighlighted = false
        #expect(standard.updated(for: state) == standard)
        var own = standard
        own.backgroundColor = .systemTeal
        state.isSelected = true
        #expect(own.updated(for: state).backgroundColor == .systemTeal)
        #expect(UIBackgroundConfiguration.clear().updated(for: state).backgroundColor == .clear)
    }

    @Test("Text and image are arranged as the properties say, in a row of at least 44 points")
    func arrangement() {
        var content = UIListContentConfiguration.cell()
        content.text = "Stop"
        let view = UIListContentView(configuration: content)
        #expect(view.sizeThatFits(CGSize(width: 300, height: 0)).height == 44)
        content.secondaryText = "Line"
        view.configuration = content
        let two = view.sizeThatFits(CGSize(width: 300, height: 0)).height
        #expect(two > 50)
        content.prefersSideBySideTextAndSecondaryText = true
        view.configuration = content
        #expect(view.sizeThatFits(CGSize(width: 300, height: 0)).height == 44)
        // There is no space beside it.
        #expect(view.sizeThatFits(CGSize(width: 78, height: 0)).height == two)
        content.textProperties.transform = .uppercase
        view.configuration = content
        view.frame = CGRect(x: 0, y: 0, width: 300, height: 44)
        view.layoutIfNeeded()
        let labels = view.subviews.compactMap { $0 as? UILabel }
        #expect(labels.map(\.text) == ["STOP", "Line"])
        #expect(labels[1].frame.maxX == 292)
        _ = view.textLayoutGuide
        view.setNeedsLayout()
        view.layoutIfNeeded()
        #expect(view.textLayoutGuide?.layoutFrame.minX == labels[0].frame.minX)
        #expect(view.imageLayoutGuide == nil)
    }

    @Test("A state is kept under keys of the program's own, and states compare by all they hold")
    func states() {
        let key = UIConfigurationStateCustomKey("late")
        var state = UICellConfigurationState(traitCollection: UITraitCollection())
        let before = state
        state[key] = 5
        #expect(state != before)
        #expect(state[key] == AnyHashable(5))
        state[key] = nil
        #expect(state == before)
    }
}

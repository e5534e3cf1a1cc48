import Foundation
import Testing
import TileBars
import TileDrawing
import TileViews

@Suite("Toolbars as stored", .enabled(if: Font.isSystem))
struct ToolbarImageTests {
    private let size = CGSize(width: 375, height: 76)

    private func bars() -> [UIToolbar] {
        func bar(_ items: [UIBarButtonItem]) -> UIToolbar {
            let bar = UIToolbar(frame: .zero)
            bar.items = items
            return bar
        }
        func item(_ item: UIBarButtonItem.SystemItem) -> UIBarButtonItem { UIBarButtonItem(systemItem: item) }
        let undo = item(.undo)
        undo.isEnabled = false
        return [
            bar([
                item(.action), .flexibleSpace(), item(.organize), .flexibleSpace(), item(.reply), .flexibleSpace(),
                item(.trash), .flexibleSpace(), item(.compose),
            ]),
            bar([
                item(.rewind), .flexibleSpace(), item(.pause), .flexibleSpace(), item(.play), .flexibleSpace(),
                item(.fastForward),
            ]),
            bar([
                item(.refresh), .flexibleSpace(), item(.stop), .flexibleSpace(), item(.camera), .flexibleSpace(),
                item(.pageCurl), .flexibleSpace(), item(.writingTools), .flexibleSpace(), item(.bookmarks),
            ]),
            bar([undo, item(.redo), .flexibleSpace(), item(.save)]),
        ]
    }

    @Test("symbols and words of system items, in light and in dark")
    func styles() throws {
        let cells = zip(bars(), bars()).flatMap { light, dark in
            [BarStage(light, .bottom, size: size), BarStage(dark, .bottom, size: size, style: .dark)]
        }
        try expectImage("toolbars", Sheet(columns: 2, width: size.width, height: size.height).views(cells))
    }

    @Test("from right to left, with the largest text, in compact height, and with looks of their own")
    func others() throws {
        let own = bars()[3]
        own.standardAppearance.configureWithOpaqueBackground()
        own.standardAppearance.backgroundColor = .systemIndigo
        own.standardAppearance.buttonAppearance.normal.titleTextAttributes = [.foregroundColor: UIColor.white]
        own.standardAppearance.doneButtonAppearance.normal.titleTextAttributes = [
            .foregroundColor: UIColor.systemYellow
        ]
        let clear = bars()[0]
        clear.standardAppearance.configureWithTransparentBackground()
        let cells = [
            BarStage(bars()[0], .bottom, size: size, isRightToLeft: true),
            BarStage(bars()[3], .bottom, size: size, isRightToLeft: true),
            BarStage(bars()[0], .bottom, size: size, text: .accessibilityExtraLarge),
            BarStage(bars()[3], .bottom, size: size, text: .accessibilityExtraLarge),
            BarStage(bars()[2], .bottom, size: size, isCompact: true),
            BarStage(bars()[3], .bottom, size: size, isCompact: true),
            BarStage(own, .bottom, size: size),
            BarStage(clear, .bottom, size: size),
        ]
        try expectImage("toolbars-looks", Sheet(columns: 2, width: size.width, height: size.height).views(cells))
    }
}

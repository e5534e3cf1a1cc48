import Testing

@testable import TileViews

@Suite("Menus")
struct MenuTests {
    @Test("those that are on are found at any depth, and new elements leave the rest as it was")
    func elements() {
        let on = UIAction(title: "On", state: .on) { _ in }
        let off = UIAction(title: "Off") { _ in }
        let command = UICommand(title: "Command", action: "copy:", state: .on)
        let inner = UIMenu(title: "Inner", options: .displayInline, children: [off, on])
        let menu = UIMenu(title: "Menu", identifier: .init("m"), children: [inner, command, off])
        #expect(menu.selectedElements == [on, command])
        let other = menu.replacingChildren([off])
        #expect(other.identifier == menu.identifier && other.title == "Menu" && other.children == [off])
        #expect(UIMenu().identifier != UIMenu().identifier)
    }
}

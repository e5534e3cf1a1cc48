import Foundation
import TileControllers
import TileDrawing
public import TileLists
import TileViews

enum TableKinds {
    static let kinds: [NibKind] = [
        table.keyed { reader in reader.choice("style", styles).map { ["UIStyle": $0.rawValue] } ?? [:] },
        cell.keyed(cellKeys), .controller("tableViewController", UITableViewController.self),
        .view("tableViewHeaderFooterView", UITableViewHeaderFooterView.self),
    ]

    private static let styles: [String: UITableView.Style] = [
        "plain": .plain, "grouped": .grouped, "insetGrouped": .insetGrouped,
    ]

    private static let table = NibKind.view(
        "tableView", UITableView.self,
        subviews: { _, reader in reader.pass("subviews") }
    ) { table, reader in
        ScrollKinds.configure(table, reader)
        // A value of -1, or any negative height, means that the table determines the height.
        if let height = reader.length("rowHeight") {
            table.rowHeight = height < 0 ? UITableView.automaticDimension : height
        }
        if let height = reader.length("sectionHeaderHeight"), height >= 0 { table.sectionHeaderHeight = height }
        if let height = reader.length("sectionFooterHeight"), height >= 0 { table.sectionFooterHeight = height }
        if let height = reader.length("estimatedRowHeight"), height >= 0 { table.estimatedRowHeight = height }
        let separators: [String: UITableViewCell.SeparatorStyle] = [
            "none": .none, "default": .singleLine, "singleLine": .singleLine, "singleLineEtched": .singleLineEtched,
        ]
        if let style = reader.choice("separatorStyle", separators) { table.separatorStyle = style }
        if let color = reader.color("separatorColor") { table.separatorColor = color }
        if let insets = reader.insets("separatorInset") { table.separatorInset = insets }
        if let isOn = reader.flag("allowsSelection") { table.allowsSelection = isOn }
        if let isOn = reader.flag("allowsSelectionDuringEditing") { table.allowsSelectionDuringEditing = isOn }
        if let isOn = reader.flag("allowsMultipleSelection") { table.allowsMultipleSelection = isOn }
        if let isOn = reader.flag("allowsMultipleSelectionDuringEditing") {
            table.allowsMultipleSelectionDuringEditing = isOn
        }
        if let color = reader.color("sectionIndexColor") { table.sectionIndexColor = color }
        if let color = reader.color("sectionIndexBackgroundColor") { table.sectionIndexBackgroundColor = color }
        if let view = reader.object("tableHeaderView") as? UIView { table.tableHeaderView = view }
        if let view = reader.object("tableFooterView") as? UIView { table.tableFooterView = view }
        if let view = reader.object("backgroundView") as? UIView { table.backgroundView = view }
        reader.pass(
            "style", "dataMode", "estimatedSectionHeaderHeight", "estimatedSectionFooterHeight",
            "sectionIndexMinimumDisplayRowCount",
            "sectionIndexTrackingBackgroundColor", "separatorInsetReference", "springLoaded", "dragInteractionEnabled",
            "contentViewInsetsToSafeArea")
        for element in reader.list("prototypes") where element.name == "tableViewCell" {
            guard let identifier = element["reuseIdentifier"] else { continue }
            table.register(PrototypeMaker(element, reader.reading), forCellReuseIdentifier: identifier)
        }
        let sections = reader.list("sections")
        if !sections.isEmpty {
            let rows = StaticRows(sections, reader.reading)
            reader.reading.keep(rows)
            reader.reading.whenConnected { [weak table] in table?.dataSource = rows }
        }
    }

    private static let cellKeys: @Sendable (ElementReader) -> [String: Any] = { reader in
        var keys: [String: Any] = [:]
        let styles: [String: UITableViewCell.CellStyle] = [
            "IBUITableViewCellStyleDefault": .default, "IBUITableViewCellStyleValue1": .value1,
            "IBUITableViewCellStyleValue2": .value2, "IBUITableViewCellStyleSubtitle": .subtitle,
        ]
        keys["UITableViewCellStyle"] = reader.choice("style", styles)?.rawValue
        keys["UIReuseIdentifier"] = reader.text("reuseIdentifier").map { $0 as NSString }
        return keys
    }

    private static let cell = NibKind.view(
        "tableViewCell", UITableViewCell.self,
        subviews: { cell, reader in
            reader.pass("subviews")
            guard let content = reader.part("contentView") else { return }
            // The views of a cell style belong to the cell.
            var parts: [String: UIView] = [:]
            for (name, view) in [
                ("textLabel", cell.textLabel), ("detailTextLabel", cell.detailTextLabel),
                ("imageView", cell.imageView as UIView?),
            ] {
                if let id = reader.element[name], reader.element["style"] != nil, let view { parts[id] = view }
            }
            reader.reading.adopt(cell.contentView, for: content, parts: parts)
        }
    ) { cell, reader in
        let accessories: [String: UITableViewCell.AccessoryType] = [
            "none": .none, "disclosureIndicator": .disclosureIndicator,
            "detailDisclosureButton": .detailDisclosureButton, "checkmark": .checkmark, "detailButton": .detailButton,
        ]
        let selections: [String: UITableViewCell.SelectionStyle] = [
            "none": .none, "blue": .blue, "gray": .gray, "default": .default,
        ]
        if let type = reader.choice("accessoryType", accessories) { cell.accessoryType = type }
        if let type = reader.choice("editingAccessoryType", accessories) { cell.editingAccessoryType = type }
        if let style = reader.choice("selectionStyle", selections) { cell.selectionStyle = style }
        if let level = reader.integer("indentationLevel"), level >= 0 { cell.indentationLevel = min(level, 1000) }
        if let width = reader.length("indentationWidth"), width >= 0 { cell.indentationWidth = width }
        if let isOn = reader.flag("shouldIndentWhileEditing") { cell.shouldIndentWhileEditing = isOn }
        if let isOn = reader.flag("showsReorderControl") { cell.showsReorderControl = isOn }
        if let insets = reader.insets("separatorInset") { cell.separatorInset = insets }
        if let view = reader.object("backgroundView") as? UIView { cell.backgroundView = view }
        if let view = reader.object("selectedBackgroundView") as? UIView { cell.selectedBackgroundView = view }
        if let view = reader.object("accessoryView") as? UIView { cell.accessoryView = view }
        reader.pass(
            "style", "reuseIdentifier", "textLabel", "detailTextLabel", "imageView", "rowHeight",
            "hidesAccessoryWhenEditing",
            "focusStyle", "springLoaded")
    }
}

/// Creates cells from a prototype in a table or a collection view.
final class PrototypeMaker: ReusableViewMaker {
    private let element: NibElement
    private let document: NibDocument
    private let bundle: Bundle
    private let limits: NibLimits
    private let notes: NibNotes
    private weak var scene: (any NibScene)?

    init(_ element: NibElement, _ reading: NibReading) {
        (self.element, document, bundle) = (element, reading.document, reading.bundle)
        (limits, notes, scene) = (reading.limits, reading.notes, reading.scene)
    }

    func makeReusableView() -> UIView? {
        // The problems of a prototype are noted with its first cell only.
        let notes =
            element.id.map { self.notes.isNew($0) } ?? true ? self.notes : NibNotes(file: document.name, limit: 0)
        let reading = NibReading(document, bundle: bundle, limits: limits, notes: notes, traits: NibTraits.current(nil))
        reading.scene = scene
        scene?.introduce(to: reading)
        let view = reading.make(element) as? UIView
        reading.connect(isLast: true)
        reading.forgetAll()
        return view
    }
}

/// The data source of a table whose cells are all in the document.
final class StaticRows: NSObject, UITableViewDataSource {
    private struct Section {
        let header: String?
        let footer: String?
        let cells: [UITableViewCell]
    }
    private let sections: [Section]

    init(_ elements: [NibElement], _ reading: NibReading) {
        sections = elements.filter { $0.name == "tableViewSection" }.map { element in
            Section(
                header: element["headerTitle"], footer: element["footerTitle"],
                cells: element.list("cells").compactMap { reading.make($0) as? UITableViewCell })
        }
    }

    func numberOfSections(in tableView: UITableView) -> Int { sections.count }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        sections[section].cells.count
    }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        sections[indexPath.section].cells[indexPath.row]
    }
    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
        sections[section].header
    }
    func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
        sections[section].footer
    }
}

extension UINib: ReusableViewMaker {
    package func makeReusableView() -> UIView? {
        ((try? objects(withOwner: nil)) ?? []).lazy.compactMap { $0 as? UIView }.first
    }
}

extension UITableView {
    /// Registers a nib that creates cells for a reuse identifier. Its only top-level object must be a cell. Pass `nil`
    /// to remove the registration.
    public final func register(_ nib: UINib?, forCellReuseIdentifier identifier: String) {
        register(nib as (any ReusableViewMaker)?, forCellReuseIdentifier: identifier)
    }

    /// Registers a nib that creates header and footer views.
    public final func register(_ nib: UINib?, forHeaderFooterViewReuseIdentifier identifier: String) {
        register(nib as (any ReusableViewMaker)?, forHeaderFooterViewReuseIdentifier: identifier)
    }
}

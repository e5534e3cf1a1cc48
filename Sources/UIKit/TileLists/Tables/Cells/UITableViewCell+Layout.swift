import Foundation
import TileDrawing
import TileGeometry
import TileLayers
import TileViews

/// The dimensions of cells in points, as they appear in UIKit.
enum CellMetrics {
    /// The space between the trailing edge and the accessory.
    static let accessoryMargin: CGFloat = 16
    /// The space between the accessory and the content.
    static let accessorySpace: CGFloat = 8
    static let leastHeight: CGFloat = 44
    /// The space between an image and the text beside it.
    static let imageSpace: CGFloat = 15
    /// The space between a text and the smaller text below it.
    static let lineSpace: CGFloat = 3
    /// The space between a text and the value beside it.
    static let valueSpace: CGFloat = 6
    /// The width of the names in the style `value2`.
    static let nameWidth: CGFloat = 91
}

extension UITableViewCell {
    /// The frames of a cell's parts, from its top left, in left-to-right layout.
    struct Arrangement {
        var editControl: CGRect?
        var content: CGRect
        var accessory: CGRect?
        var reorderControl: CGRect?
    }

    private var isRightToLeft: Bool { effectiveUserInterfaceLayoutDirection == .rightToLeft }

    private func mirrored(_ rect: CGRect, in width: CGFloat) -> CGRect {
        isRightToLeft ? CGRect(x: width - rect.maxX, y: rect.minY, width: rect.width, height: rect.height) : rect
    }

    var showsEditControl: Bool { looks.isEditing && (looks.editingStyle != .none || looks.isChosenByControl) }
    private var showsReorder: Bool { looks.isEditing && looks.showsReorderControl && place?.canBeMoved == true }

    func arrangement(in size: CGSize) -> Arrangement {
        let safe = place?.safeArea ?? .zero
        var (left, right) = isRightToLeft ? (safe.right, size.width - safe.left) : (safe.left, size.width - safe.right)
        var edit: CGRect?
        if showsEditControl {
            edit = CGRect(x: left, y: 0, width: CellEditControl.width, height: size.height)
            if looks.shouldIndentWhileEditing || looks.isChosenByControl { left += CellEditControl.width }
        }
        var reorder: CGRect?
        if showsReorder {
            right -= CellReorderControl.width
            reorder = CGRect(x: right, y: 0, width: CellReorderControl.width, height: size.height)
        }
        var accessory: CGRect?
        let wanted = accessorySize
        if wanted.width > 0 {
            right -= (showsReorder ? 0 : CellMetrics.accessoryMargin) + wanted.width
            accessory = CGRect(
                x: right, y: (size.height - wanted.height) / 2, width: wanted.width, height: wanted.height)
            right -= CellMetrics.accessorySpace
        }
        let content = CGRect(x: left, y: 0, width: max(0, right - left), height: size.height)
        return Arrangement(editControl: edit, content: content, accessory: accessory, reorderControl: reorder)
    }

    /// The accessory for the current editing mode.
    private var shownAccessory: (view: UIView?, type: AccessoryType) {
        looks.isEditing
            ? (parts.editingAccessoryView, looks.editingAccessoryType) : (parts.accessoryView, looks.accessoryType)
    }

    private var accessorySize: CGSize {
        let (view, type) = shownAccessory
        if let view { return view.bounds.size }
        switch type {
        case .none: return .zero
        case .disclosureIndicator: return CellSymbol.chevron.size
        case .checkmark: return CellSymbol.checkmark.size
        case .detailButton: return CellSymbol.info.size
        case .detailDisclosureButton:
            return CGSize(
                width: CellSymbol.info.size.width + 10 + CellSymbol.chevron.size.width,
                height: CellSymbol.info.size.height)
        }
    }

    func layOutCell() {
        let size = bounds.size
        let arrangement = arrangement(in: size)
        layOutBackgrounds()
        setFrame(mirrored(arrangement.content, in: size.width), of: parts.contentView)
        let margin = place?.margin ?? 16
        let isBeside = arrangement.accessory != nil || arrangement.reorderControl != nil
        (parts.contentView as? CellContentView)?.takeMargins(
            leading: (arrangement.editControl == nil ? margin : 4) + indentation, trailing: isBeside ? 0 : margin)
        layOutEditing(arrangement, size)
        layOutAccessory(arrangement.accessory.map { mirrored($0, in: size.width) })
        layOutLabels()
        layOutLines(arrangement)
    }

    private func setFrame(_ frame: CGRect, of view: UIView) { if view.frame != frame { view.frame = frame } }

    private func layOutEditing(_ arrangement: Arrangement, _ size: CGSize) {
        if let frame = arrangement.editControl {
            let control = parts.editControl ?? CellEditControl()
            if parts.editControl == nil {
                parts.editControl = control
                addSubview(control)
                control.onTap = { [weak self] in self?.tableView?.editControlWasTapped(in: self) }
            }
            control.sign.symbol =
                looks.isChosenByControl
                ? (looks.isSelected ? .chosen : .circle) : (looks.editingStyle == .insert ? .insert : .delete)
            control.isUserInteractionEnabled = !looks.isChosenByControl
            setFrame(mirrored(frame, in: size.width), of: control)
        } else if let control = parts.editControl {
            control.removeFromSuperview()
            parts.editControl = nil
        }
        if let frame = arrangement.reorderControl {
            let control = parts.reorderControl ?? CellReorderControl()
            if parts.reorderControl == nil {
                parts.reorderControl = control
                addSubview(control)
            }
            setFrame(mirrored(frame, in: size.width), of: control)
        } else if let control = parts.reorderControl {
            control.removeFromSuperview()
            parts.reorderControl = nil
        }
    }

    private func layOutAccessory(_ frame: CGRect?) {
        let (view, type) = shownAccessory
        for other in [parts.accessoryView, parts.editingAccessoryView] where other !== view {
            other?.removeFromSuperview()
        }
        if let view, view.superview !== self { addSubview(view) }
        showSymbols(of: view == nil ? type : .none)
        guard let frame else { return }
        if let view { return setFrame(frame, of: view) }
        var left = frame.minX
        for symbol in isRightToLeft ? parts.symbols.reversed() : parts.symbols {
            let size = symbol.symbol.size
            setFrame(
                CGRect(x: left, y: frame.midY - size.height / 2, width: size.width, height: size.height), of: symbol)
            left += size.width + 10
        }
    }

    private func showSymbols(of type: AccessoryType) {
        guard type != parts.symbolType else { return }
        for symbol in parts.symbols { symbol.removeFromSuperview() }
        parts.symbolType = type
        let tap = { [weak self] in
            guard let self else { return }
            self.tableView?.accessoryWasTapped(in: self)
        }
        switch type {
        case .none: parts.symbols = []
        case .disclosureIndicator: parts.symbols = [CellSymbolView(.chevron)]
        case .checkmark: parts.symbols = [CellSymbolView(.checkmark)]
        case .detailButton: parts.symbols = [CellSymbolView(.info, action: tap)]
        case .detailDisclosureButton:
            parts.symbols = [CellSymbolView(.info, action: tap), CellSymbolView(.chevron)]
        }
        for symbol in parts.symbols { addSubview(symbol) }
    }

    var indentation: CGFloat { CGFloat(looks.indentationLevel) * looks.indentationWidth }

    /// The table that contains the cell.
    var tableView: UITableView? {
        var view = superview
        while let each = view {
            if let table = each as? UITableView { return table }
            view = each.superview
        }
        return nil
    }
}

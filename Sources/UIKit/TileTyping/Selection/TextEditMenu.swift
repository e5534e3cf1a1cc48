import Foundation
import TileDrawing
import TileGraphics
import TileViews

/// The edit menu of a text, at the selection or the caret. It is dismissed when the selection or the text changes, when
/// editing ends, and when its target is no longer visible.
final class TextEditMenu {
    private unowned let client: any TextInteractionClient
    /// The interaction, created when the menu is first shown.
    private var interaction: UIEditMenuInteraction?
    /// The selection and the text length that the visible menu is for.
    private var subject = (selection: 0..<0, length: 0)

    init(_ client: any TextInteractionClient) { self.client = client }

    /// The start of the touch that dismissed the last menu; nil if it wasn't dismissed by a touch.
    var dismissingTouch: TimeInterval? { interaction?.dismissingTouch }

    /// Shows the menu if any command is enabled.
    func show() {
        guard client.isFirstResponder, let target else { return }
        subject = (client.core.selection, client.core.length)
        made().presentEditMenu(
            with: UIEditMenuConfiguration(
                identifier: nil, sourcePoint: CGPoint(x: target.midX, y: target.minY)))
    }

    private func made() -> UIEditMenuInteraction {
        if let interaction { return interaction }
        let made = UIEditMenuInteraction(delegate: self)
        made.commands = [.cut, .copy, .paste, .select, .selectAll]
        made.didPerform = { [unowned self] element in
            // After a selection command, the menu continues with the commands for the new selection.
            let action = (element as? UICommand)?.action.name
            if action == "select:" || action == "selectAll:", !client.core.selection.isEmpty { show() }
        }
        client.addInteraction(made)
        interaction = made
        return made
    }

    /// Updates the menu after the text was laid out.
    func follow() {
        guard let interaction, interaction.isShown else { return }
        guard client.isFirstResponder, subject == (client.core.selection, client.core.length), target != nil else {
            return interaction.dismissMenu()
        }
        interaction.updateVisibleMenuPosition(animated: false)
    }

    /// The visible part of the selection or the caret, in the client's coordinates; nil if there is none.
    private var target: CGRect? {
        let core = client.core
        var rect = CGRect.null
        if core.selection.isEmpty {
            rect = client.coreInput.caretRect(for: core.selectedRange.end)
        } else {
            let shown = core.selection.clamped(to: client.visibleText)
            guard !shown.isEmpty else { return nil }
            for part in client.coreInput.selectionRects(for: TextRange(shown)) { rect = rect.union(part.rect) }
        }
        let seen = rect.intersection(client.bounds)
        guard !seen.isNull else { return nil }
        // The menu doesn't cover the handles.
        return core.selection.isEmpty ? seen : seen.insetBy(dx: 0, dy: -SelectionHandle.knob)
    }
}

extension TextEditMenu: UIEditMenuInteractionDelegate {
    func editMenuInteraction(
        _ interaction: UIEditMenuInteraction, menuFor configuration: UIEditMenuConfiguration,
        suggestedActions: [UIMenuElement]
    ) -> UIMenu? { client.coreInput.editMenu(for: client.core.selectedRange, suggestedActions: suggestedActions) }

    func editMenuInteraction(
        _ interaction: UIEditMenuInteraction, targetRectFor configuration: UIEditMenuConfiguration
    ) -> CGRect { target ?? .null }

    func editMenuInteraction(
        _ interaction: UIEditMenuInteraction, willPresentMenuFor configuration: UIEditMenuConfiguration,
        animator: any UIEditMenuInteractionAnimating
    ) { client.coreInput.willPresentEditMenu(animator: animator) }

    func editMenuInteraction(
        _ interaction: UIEditMenuInteraction, willDismissMenuFor configuration: UIEditMenuConfiguration,
        animator: any UIEditMenuInteractionAnimating
    ) { client.coreInput.willDismissEditMenu(animator: animator) }
}

import Foundation
import TileDrawing
import TileGraphics
import TileViews

/// The edit menu of a text: at what is selected, or at the caret. It goes when the selection or the text is another,
/// when editing ends, and when nothing is seen any more of what it is for.
final class TextEditMenu {
    private unowned let client: any TextInteractionClient
    /// Made when the menu is first shown.
    private var interaction: UIEditMenuInteraction?
    /// What the menu that shows is for, and how long the text was.
    private var subject = (selection: 0..<0, length: 0)

    init(_ client: any TextInteractionClient) { self.client = client }

    /// When the touch began that dismissed the last menu; nil where it was no touch.
    var dismissingTouch: TimeInterval? { interaction?.dismissingTouch }

    /// Shows the menu, if anything can be done.
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
            // What has selected something goes on with what can be done with that.
            let action = (element as? UICommand)?.action.name
            if action == "select:" || action == "selectAll:", !client.core.selection.isEmpty { show() }
        }
        client.addInteraction(made)
        interaction = made
        return made
    }

    /// The text has been laid out.
    func follow() {
        guard let interaction, interaction.isShown else { return }
        guard client.isFirstResponder, subject == (client.core.selection, client.core.length), target != nil else {
            return interaction.dismissMenu()
        }
        interaction.updateVisibleMenuPosition(animated: false)
    }

    /// What is seen of the selection, or the caret, in the client's coordinates; nil where nothing is.
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
        // The handles stay free.
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

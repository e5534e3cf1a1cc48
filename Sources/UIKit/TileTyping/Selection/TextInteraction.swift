import Foundation
import TileDrawing
import TileViews

/// A view with text that can be edited by touch.
protocol TextInteractionClient: UIView, TextCoreClient {
    var core: TextCore { get }
    /// The visible part of the text, to which the displayed selection is limited.
    var visibleText: Range<Int> { get }
    /// Whether the text can be edited and has a caret.
    var isTextEditable: Bool { get }
    var isTextSelectable: Bool { get }
    /// Handles a tap before it moves the caret. Returns true if the tap was for something else, such as a link.
    func takesTap(at point: CGPoint) -> Bool
    /// Returns the range that a triple tap selects.
    func thirdTapRange(at place: Int) -> Range<Int>
    /// Scrolls to the caret after it has moved.
    func revealCaret()
}

/// The caret, the selection and its handles, and the gestures that change them. A tap moves the caret and begins
/// editing, a double tap selects a word, a triple tap selects a paragraph, and a long press drags the caret. The edit
/// menu appears at the end of each gesture except a tap that moves the caret.
final class TextInteraction: NSObject {
    private unowned let client: any TextInteractionClient
    /// The views behind and in front of the text.
    let backdrop = PassiveView()
    let front = PassiveView()
    private let caret = CaretView()
    private var highlights: [UIView] = []
    private var startHandle: SelectionHandle?
    private var endHandle: SelectionHandle?
    private var recognizers: [UIGestureRecognizer] = []
    private lazy var editMenu = TextEditMenu(client)
    /// The most recent touch: its start in seconds on the screen's clock, and its tap count.
    private var touch = (began: TimeInterval.infinity, tapCount: 1)
    /// The start of the touch that is or was a long press, on the same clock.
    private var pressBegan = -TimeInterval.infinity
    /// Whether the long press began on the selection, which is kept.
    private var isPressOnSelection = false

    init(_ client: any TextInteractionClient) {
        self.client = client
        super.init()
        front.addSubview(caret)
        caret.isHidden = true
        for count in 1...3 {
            let tap = UITapGestureRecognizer()
            tap.numberOfTapsRequired = count
            tap.addAction(UIAction { [weak self] _ in self?.tapped(tap, count) })
            add(tap)
        }
        let press = UILongPressGestureRecognizer()
        press.addAction(UIAction { [weak self] _ in self?.pressed(press) })
        add(press)
    }

    private func add(_ recognizer: UIGestureRecognizer) {
        recognizer.delegate = self
        recognizer.cancelsTouchesInView = false
        recognizer.delaysTouchesEnded = false
        recognizers.append(recognizer)
        client.addGestureRecognizer(recognizer)
    }

    private var core: TextCore { client.core }

    // MARK: Appearance

    /// Updates the caret, the selection and the handles.
    func update() {
        let isActive = client.isFirstResponder && client.isTextSelectable
        let selection = core.selection
        if isActive, selection.isEmpty, client.isTextEditable {
            let rect = client.coreInput.caretRect(for: core.selectedRange.end)
            if rect.isEmpty { caret.hide() } else { caret.show(at: convert(rect), color: client.tintColor) }
        } else {
            caret.hide()
        }
        let shown = selection.clamped(to: client.visibleText)
        let rects =
            isActive && !selection.isEmpty
            ? client.coreInput.selectionRects(for: TextRange(shown)).map { convert($0.rect) } : []
        showHighlights(rects)
        showHandles(isActive && !selection.isEmpty, shown)
        editMenu.follow()
    }

    private func convert(_ rect: CGRect) -> CGRect { client.convert(rect, to: front) }

    private func showHighlights(_ rects: [CGRect]) {
        while highlights.count > rects.count { highlights.removeLast().removeFromSuperview() }
        while highlights.count < rects.count {
            let view = PassiveView()
            backdrop.addSubview(view)
            highlights.append(view)
        }
        let color = client.tintColor.withAlphaComponent(0.2)
        for (view, rect) in zip(highlights, rects) {
            view.frame = client.convert(client.convert(rect, from: front), to: backdrop)
            view.backgroundColor = color
        }
    }

    private func showHandles(_ isShown: Bool, _ visible: Range<Int>) {
        let selection = core.selection
        show(
            &startHandle, isStart: true, isShown: isShown && visible.lowerBound == selection.lowerBound,
            offset: selection.lowerBound)
        show(
            &endHandle, isStart: false, isShown: isShown && visible.upperBound == selection.upperBound,
            offset: selection.upperBound)
    }

    private func show(_ handle: inout SelectionHandle?, isStart: Bool, isShown: Bool, offset: Int) {
        guard isShown else {
            handle?.isHidden = true
            return
        }
        let view = handle ?? makeHandle(isStart: isStart)
        handle = view
        view.isHidden = false
        view.position(
            at: convert(core.caretRect(at: TextPlace(offset: offset, affinity: isStart ? .forward : .backward))))
    }

    private func makeHandle(isStart: Bool) -> SelectionHandle {
        let handle = SelectionHandle(isStart: isStart)
        front.addSubview(handle)
        let pan = UIPanGestureRecognizer()
        pan.addAction(
            UIAction { [weak self, unowned pan] _ in
                guard let self, pan.state == .changed || pan.state == .ended else { return }
                self.drag(isStart: isStart, to: pan.location(in: self.client))
                if pan.state == .ended { self.editMenu.show() }
            })
        handle.addGestureRecognizer(pan)
        return handle
    }

    // MARK: Touches

    private func tapped(_ tap: UITapGestureRecognizer, _ count: Int) {
        // A touch that became a long press isn't a tap.
        guard tap.state == .ended, pressBegan != touch.began else { return }
        let point = tap.location(in: client)
        if count == 1, client.takesTap(at: point) { return }
        let wasEdited = client.isFirstResponder
        guard client.isTextSelectable, wasEdited || client.becomeFirstResponder() else { return }
        let place = core.textPlace(at: point)
        switch count {
        case 1:
            // Only the first of several taps may show the menu; the others select text.
            let mayShow = wasEdited && touch.tapCount <= 1
            if mayShow, isOnSelection(point) { return toggleEditMenu() }
            let before = core.selection
            core.select(place.offset..<place.offset, place.affinity)
            if mayShow, before == core.selection, client.isTextEditable { toggleEditMenu() }
        case 2: core.select(core.word(at: place.offset))
        default: core.select(client.thirdTapRange(at: place.offset))
        }
        client.revealCaret()
        if count > 1 { editMenu.show() }
    }

    /// Shows the menu, unless the same tap has just dismissed it.
    private func toggleEditMenu() { if editMenu.dismissingTouch != touch.began { editMenu.show() } }

    private func isOnSelection(_ point: CGPoint) -> Bool {
        let shown = core.selection.clamped(to: client.visibleText)
        return !shown.isEmpty
            && client.coreInput.selectionRects(for: TextRange(shown)).contains { $0.rect.contains(point) }
    }

    private func pressed(_ press: UILongPressGestureRecognizer) {
        switch press.state {
        case .began:
            pressBegan = touch.began
            guard client.isTextSelectable, client.isFirstResponder || client.becomeFirstResponder() else { return }
            isPressOnSelection = isOnSelection(press.location(in: client))
            if !isPressOnSelection, !client.isTextEditable {
                core.select(core.word(at: core.textPlace(at: press.location(in: client)).offset))
            }
            moveCaret(press)
        case .changed: moveCaret(press)
        case .ended:
            moveCaret(press)
            editMenu.show()
        default: break
        }
    }

    private func moveCaret(_ press: UILongPressGestureRecognizer) {
        guard client.isFirstResponder, client.isTextSelectable, !isPressOnSelection else { return }
        if client.isTextEditable {
            let place = core.textPlace(at: press.location(in: client))
            core.select(place.offset..<place.offset, place.affinity)
        }
        client.revealCaret()
    }

    private func drag(isStart: Bool, to point: CGPoint) {
        let place = core.textPlace(at: point).offset
        let selection = core.selection
        // One end can't pass the other; at least one character stays selected.
        if isStart {
            let limit = core.character(from: selection.upperBound, isForward: false)
            core.select(min(place, limit)..<selection.upperBound)
        } else {
            let limit = core.character(from: selection.lowerBound, isForward: true)
            core.select(selection.lowerBound..<max(place, limit))
        }
    }
}

extension TextInteraction: UIGestureRecognizerDelegate {
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith other: UIGestureRecognizer
    ) -> Bool { recognizers.contains { $0 === other } }

    func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
        self.touch = (touch.timestamp, touch.tapCount)
        // Buttons in the text and selection handles have recognizers of their own.
        guard let view = touch.view, view !== client else { return true }
        return !(view is UIControl) && !(view is SelectionHandle)
    }
}

/// A view that receives no touches itself, only those of its subviews.
final class PassiveView: UIView, ViewPart {
    override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        let hit = super.hitTest(point, with: event)
        return hit === self ? nil : hit
    }
}

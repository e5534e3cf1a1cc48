public import Foundation
import TileDrawing

/// The layout of a text storage's text in a container.
///
/// Each character is a glyph, so glyph and character indices are the same: offsets in UTF-16 units. A character's part
/// of a ligature is its glyph. Text is laid out by paragraph, on demand: `allowsNonContiguousLayout` is always in
/// effect for long texts, and the heights of paragraphs without a layout are estimates. Ranges and indices are clamped
/// to the text. Only the first container is used.
open class NSLayoutManager: NSObject {
    final let flow = TextFlow()
    /// The view that displays the text and is informed of layout changes.
    final weak var client: (any LayoutClient)?
    /// A closure that returns the displayed units for the text's units, such as dots for a password.
    final var display: (([UInt16]) -> [UInt16])?
    /// A closure that returns the displayed attributes, such as the color of links.
    final var adjust: ((AttributeSet) -> AttributeSet)?

    public override init() {
        super.init()
        flow.source = self
    }

    public required init?(coder: NSCoder) {
        super.init()
        flow.source = self
    }

    // MARK: Text and containers

    open private(set) weak var textStorage: NSTextStorage?
    open private(set) var textContainers: [NSTextContainer] = []
    open weak var delegate: (any NSLayoutManagerDelegate)?

    final func setTextStorage(_ storage: NSTextStorage?) {
        textStorage = storage
        flow.reload()
        didInvalidate()
    }

    open func addTextContainer(_ container: NSTextContainer) {
        insertTextContainer(container, at: textContainers.count)
    }

    open func insertTextContainer(_ container: NSTextContainer, at index: Int) {
        container.layoutManager = self
        textContainers.insert(container, at: min(max(0, index), textContainers.count))
        takeShape()
    }

    open func removeTextContainer(at index: Int) {
        guard textContainers.indices.contains(index) else { return }
        textContainers.remove(at: index).layoutManager = nil
        takeShape()
    }

    open func textContainerChangedGeometry(_ container: NSTextContainer) {
        container.noteShape()
        takeShape()
    }

    private final func takeShape() {
        var shape = textContainers.first?.shape ?? FlowShape()
        shape.usesFontLeading = usesFontLeading
        shape.alignment = naturalAlignment
        shape.isOneLine = isOneLine
        flow.container = textContainers.first
        guard shape != flow.shape else { return }
        flow.shape = shape
        didInvalidate()
    }

    /// Whether the text is a single line of any length, as in a text field.
    final var isOneLine = false { didSet { takeShape() } }

    /// The alignment of naturally aligned lines.
    final var naturalAlignment: NSTextAlignment? { didSet { takeShape() } }

    private final func didInvalidate() {
        delegate?.layoutManagerDidInvalidateLayout(self)
        client?.layoutDidChange()
    }

    // MARK: Settings

    open var usesFontLeading = true { didSet { takeShape() } }
    /// Whether layout may be noncontiguous. It has no effect: long text is always laid out on demand.
    open var allowsNonContiguousLayout = false
    open var hasNonContiguousLayout: Bool { flow.pieces.length > TextFlow.maxExact }
    /// Whether invisible characters are drawn. As the following properties, it has no effect.
    open var showsInvisibleCharacters = false
    open var showsControlCharacters = false
    open var usesDefaultHyphenation = false
    open var limitsLayoutForSuspiciousContents = false

    // MARK: Changes

    open func processEditing(
        for textStorage: NSTextStorage, edited editMask: NSTextStorage.EditActions, range newCharRange: NSRange,
        changeInLength delta: Int, invalidatedRange invalidatedCharRange: NSRange
    ) {
        guard textStorage === self.textStorage else { return }
        let range = newCharRange.lowerBound..<max(newCharRange.lowerBound, newCharRange.upperBound)
        flow.change(range, by: delta)
        if editMask.contains(.editedCharacters) { client?.textDidChange(in: range, by: delta) }
        didInvalidate()
    }

    open func invalidateLayout(
        forCharacterRange charRange: NSRange, actualCharacterRange actualCharRange: NSRangePointer?
    ) {
        actualCharRange?.pointee = charRange
        let range = clamped(charRange)
        flow.change(range, by: 0)
        didInvalidate()
    }

    open func invalidateDisplay(forCharacterRange charRange: NSRange) { client?.layoutDidChange() }
    open func invalidateDisplay(forGlyphRange glyphRange: NSRange) { client?.layoutDidChange() }
    open func invalidateGlyphs(
        forCharacterRange charRange: NSRange, changeInLength delta: Int, actualCharacterRange: NSRangePointer?
    ) {
        invalidateLayout(forCharacterRange: charRange, actualCharacterRange: actualCharacterRange)
    }

    // MARK: Layout on demand

    open func ensureGlyphs(forCharacterRange charRange: NSRange) {}
    open func ensureGlyphs(forGlyphRange glyphRange: NSRange) {}
    open func ensureLayout(forCharacterRange charRange: NSRange) { flow.layOut(clamped(charRange)) }
    open func ensureLayout(forGlyphRange glyphRange: NSRange) { flow.layOut(clamped(glyphRange)) }
    open func ensureLayout(for container: NSTextContainer) { flow.layOut(0..<flow.pieces.length) }
    open func ensureLayout(forBoundingRect bounds: CGRect, in container: NSTextContainer) {
        guard bounds.minY.isFinite, bounds.maxY.isFinite else { return }
        _ = flow.layOut(from: bounds.minY, to: bounds.maxY)
    }
    open func firstUnlaidCharacterIndex() -> Int { numberOfGlyphs }
    open func firstUnlaidGlyphIndex() -> Int { numberOfGlyphs }

    final func clamped(_ range: NSRange) -> Range<Int> { textStorage?.clamped(range) ?? 0..<0 }

    // MARK: Glyphs and characters

    open var numberOfGlyphs: Int { flow.pieces.length }
    open func isValidGlyphIndex(_ glyphIndex: Int) -> Bool { glyphIndex >= 0 && glyphIndex < numberOfGlyphs }
    open func characterIndexForGlyph(at glyphIndex: Int) -> Int { glyphIndex }
    open func glyphIndexForCharacter(at charIndex: Int) -> Int { charIndex }
    open func glyphRange(
        forCharacterRange charRange: NSRange, actualCharacterRange actualCharRange: NSRangePointer?
    ) -> NSRange {
        let range = NSRange(clamped(charRange))
        actualCharRange?.pointee = range
        return range
    }
    open func characterRange(
        forGlyphRange glyphRange: NSRange, actualGlyphRange: NSRangePointer?
    ) -> NSRange { self.glyphRange(forCharacterRange: glyphRange, actualCharacterRange: actualGlyphRange) }
    open func glyphRange(for container: NSTextContainer) -> NSRange { NSRange(0..<numberOfGlyphs) }
    open func glyphRange(forBoundingRect bounds: CGRect, in container: NSTextContainer) -> NSRange {
        guard bounds.minY.isFinite, bounds.maxY.isFinite else { return NSRange(0..<0) }
        let laid = flow.layOut(from: bounds.minY, to: bounds.maxY)
        guard let first = laid.first, let last = laid.last else { return NSRange(0..<0) }
        return NSRange(first.found.start..<last.found.start + flow.pieces[last.found.index].length)
    }

    // MARK: Drawing

    /// Draws the lines of a range into the current context, as whole paragraphs. Subclasses can draw more before or
    /// after.
    ///
    /// - Parameter origin: the position of the container's top left.
    open func drawGlyphs(forGlyphRange glyphsToShow: NSRange, at origin: CGPoint) {
        draw(clamped(glyphsToShow), at: origin)
    }

    /// Draws the background of a range. The default implementation does nothing; subclasses may override it.
    open func drawBackground(forGlyphRange glyphsToShow: NSRange, at origin: CGPoint) {}

    open func textContainer(forGlyphAt glyphIndex: Int, effectiveRange: NSRangePointer?) -> NSTextContainer? {
        effectiveRange?.pointee = NSRange(0..<numberOfGlyphs)
        return textContainers.first
    }
}

public import Foundation
import TileDrawing

/// The kinds of changes to a text.
public struct NSTextStorageEditActions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let editedAttributes = NSTextStorageEditActions(rawValue: 1 << 0)
    public static let editedCharacters = NSTextStorageEditActions(rawValue: 1 << 1)
}

/// An object that is informed of changes to a text and may change attributes while they are processed. All methods are
/// optional.
public protocol NSTextStorageDelegate: AnyObject {
    func textStorage(
        _ textStorage: NSTextStorage, willProcessEditing editedMask: NSTextStorage.EditActions,
        range editedRange: NSRange, changeInLength delta: Int)
    func textStorage(
        _ textStorage: NSTextStorage, didProcessEditing editedMask: NSTextStorage.EditActions,
        range editedRange: NSRange, changeInLength delta: Int)
}

extension NSTextStorageDelegate {
    public func textStorage(
        _ textStorage: NSTextStorage, willProcessEditing editedMask: NSTextStorage.EditActions,
        range editedRange: NSRange, changeInLength delta: Int
    ) {}
    public func textStorage(
        _ textStorage: NSTextStorage, didProcessEditing editedMask: NSTextStorage.EditActions,
        range editedRange: NSRange, changeInLength delta: Int
    ) {}
}

/// A text whose changes are reported to layout managers, at once or when the outermost `endEditing()` ends a group of
/// changes.
///
/// The cost of a change doesn't depend on the length of the text, because units are kept in a gap buffer. `string`
/// builds a string of the whole text after each change; use `attributedSubstring(from:)` to read parts.
///
/// A subclass that stores its own text overrides `string`, `attributes(at:effectiveRange:)`,
/// `replaceCharacters(in:with:)` and `setAttributes(_:range:)`, and calls `edited(_:range:changeInLength:)`. All other
/// methods use these. Ranges are clamped to the text.
open class NSTextStorage: NSMutableAttributedString {
    public typealias EditActions = NSTextStorageEditActions

    private final var buffer = TextBuffer()
    private final var runs = AttributeRuns()
    private final var knownString: String?
    private final var nesting = 0
    private final var isProcessing = false

    public init() { super.init(string: "") }

    public override init(string str: String) {
        super.init(string: "")
        setContents(Array(str.utf16), runs: [])
    }

    public override init(string str: String, attributes attrs: [NSAttributedString.Key: Any]?) {
        super.init(string: "")
        let units = Array(str.utf16)
        setContents(units, runs: [.init(length: units.count, attributes: AttributeSet(attrs ?? [:]))])
    }

    public override init(attributedString attrStr: NSAttributedString) {
        super.init(string: "")
        setContents(Array(attrStr.string.utf16), runs: Self.runs(of: attrStr))
    }

    public required init?(coder: NSCoder) {
        super.init(string: "")
        guard let text = coder.archivedText(Self.textKey) else { return nil }
        setContents(Array(text.utf16), runs: [])
    }

    open override func encode(with aCoder: NSCoder) { aCoder.archive(string, forKey: Self.textKey) }

    private static let textKey = "NSString"

    private final func setContents(_ units: [UInt16], runs new: [AttributeRuns.Run]) {
        buffer = TextBuffer(units)
        runs = AttributeRuns()
        let isWhole = new.reduce(0) { $0 + $1.length } == units.count
        runs.replace(0..<0, with: isWhole ? new : [.init(length: units.count, attributes: AttributeSet([:]))])
    }

    private static func runs(of text: NSAttributedString) -> [AttributeRuns.Run] {
        var found: [AttributeRuns.Run] = []
        text.enumerateAttributes(in: NSRange(location: 0, length: text.length)) { attributes, range, _ in
            found.append(.init(length: range.length, attributes: AttributeSet(attributes)))
        }
        return found
    }

    // MARK: Layout and editing

    /// Whether the text is stored here and not in a subclass.
    private final var isOwn: Bool { type(of: self) == NSTextStorage.self }

    /// Returns the units of a range in the text.
    final func units(in range: Range<Int>) -> [UInt16] {
        guard !isOwn else { return buffer.units(in: range) }
        let utf16 = string.utf16
        let start = utf16.index(utf16.startIndex, offsetBy: range.lowerBound)
        return Array(utf16[start..<utf16.index(start, offsetBy: range.count)])
    }

    final func runs(in range: Range<Int>) -> [AttributeRuns.Run] {
        if isOwn { return runs.runs(in: range) }
        var found: [AttributeRuns.Run] = []
        var place = range.lowerBound
        while place < range.upperBound {
            var effective = NSRange(location: place, length: 1)
            let values = attributes(at: place, effectiveRange: &effective)
            let end = min(range.upperBound, max(place + 1, effective.location + effective.length))
            found.append(.init(length: end - place, attributes: AttributeSet(values)))
            place = end
        }
        return found
    }

    final func clamped(_ range: NSRange) -> Range<Int> {
        let count = length
        let low = range.location == NSNotFound ? count : min(max(0, range.location), count)
        return low..<min(count, low + min(max(0, range.length), count - low))
    }

    // MARK: Text

    open override var string: String {
        if let knownString { return knownString }
        let string = String(decoding: buffer.units(in: 0..<buffer.count), as: UTF16.self)
        knownString = string
        return string
    }

    open override var length: Int { isOwn ? buffer.count : string.utf16.count }

    open override var mutableString: NSMutableString { NSMutableString(string: string) }

    open override func attributes(
        at location: Int, effectiveRange range: NSRangePointer?
    ) -> [NSAttributedString.Key: Any] {
        guard location >= 0, location < runs.count else {
            range?.pointee = NSRange(location: min(max(0, location), runs.count), length: 0)
            return [:]
        }
        let (attributes, found) = runs.run(at: location)
        range?.pointee = NSRange(location: found.lowerBound, length: found.count)
        return attributes.values
    }

    open override func attribute(
        _ attrName: NSAttributedString.Key, at location: Int, effectiveRange range: NSRangePointer?
    ) -> Any? {
        attributes(at: location, effectiveRange: range)[attrName]
    }

    open override func attributes(
        at location: Int, longestEffectiveRange range: NSRangePointer?, in rangeLimit: NSRange
    ) -> [NSAttributedString.Key: Any] {
        let values = attributes(at: location, effectiveRange: nil)
        range?.pointee = longest(at: location, in: rangeLimit) { AttributeSet.isSame($0, values) }
        return values
    }

    open override func attribute(
        _ attrName: NSAttributedString.Key, at location: Int, longestEffectiveRange range: NSRangePointer?,
        in rangeLimit: NSRange
    ) -> Any? {
        let value = attributes(at: location, effectiveRange: nil)[attrName]
        range?.pointee = longest(at: location, in: rangeLimit) { values in
            guard let value else { return values[attrName] == nil }
            return values[attrName].map { AttributeSet.isSame($0, value) } ?? false
        }
        return value
    }

    private final func longest(
        at location: Int, in limit: NSRange, _ isAlike: ([NSAttributedString.Key: Any]) -> Bool
    ) -> NSRange {
        let limit = clamped(limit)
        guard limit.contains(location) else { return NSRange(location: location, length: 0) }
        var (low, high) = (location, location)
        while high < limit.upperBound {
            var run = NSRange()
            guard isAlike(attributes(at: high, effectiveRange: &run)), run.length > 0 else { break }
            low = min(low, run.location)
            high = run.location + run.length
        }
        while low > limit.lowerBound {
            var run = NSRange()
            guard isAlike(attributes(at: low - 1, effectiveRange: &run)), run.length > 0 else { break }
            low = run.location
        }
        low = max(low, limit.lowerBound)
        return NSRange(location: low, length: min(high, limit.upperBound) - low)
    }

    open override func attributedSubstring(from range: NSRange) -> NSAttributedString {
        let range = clamped(range)
        let text = NSMutableAttributedString(string: String(decoding: units(in: range), as: UTF16.self))
        var place = 0
        for run in runs(in: range) {
            text.setAttributes(run.attributes.values, range: NSRange(location: place, length: run.length))
            place += run.length
        }
        return text.copy() as! NSAttributedString
    }

    open override func enumerateAttributes(
        in enumerationRange: NSRange, options opts: NSAttributedString.EnumerationOptions = [],
        using block: ([NSAttributedString.Key: Any], NSRange, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        let range = clamped(enumerationRange)
        var place = range.lowerBound
        let parts = runs(in: range).map { run -> (AttributeSet, NSRange) in
            defer { place += run.length }
            return (run.attributes, NSRange(location: place, length: run.length))
        }
        var stop = ObjCBool(false)
        for (attributes, range) in opts.contains(.reverse) ? parts.reversed() : parts {
            block(attributes.values, range, &stop)
            if stop.boolValue { return }
        }
    }

    open override func enumerateAttribute(
        _ attrName: NSAttributedString.Key, in enumerationRange: NSRange,
        options opts: NSAttributedString.EnumerationOptions = [],
        using block: (Any?, NSRange, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        var parts: [(value: Any?, range: NSRange)] = []
        enumerateAttributes(in: enumerationRange) { attributes, range, _ in
            let value = attributes[attrName]
            if !opts.contains(.longestEffectiveRangeNotRequired), let last = parts.last,
                last.value == nil && value == nil
                    || last.value.map({ old in value.map { AttributeSet.isSame(old, $0) } ?? false }) == true
            {
                parts[parts.count - 1].range.length += range.length
            } else {
                parts.append((value, range))
            }
        }
        var stop = ObjCBool(false)
        for (value, range) in opts.contains(.reverse) ? parts.reversed() : parts {
            block(value, range, &stop)
            if stop.boolValue { return }
        }
    }

    open override func isEqual(to other: NSAttributedString) -> Bool {
        attributedSubstring(from: NSRange(location: 0, length: length)).isEqual(to: other)
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSAttributedString else { return false }
        return other === self || isEqual(to: other)
    }

    open override var hash: Int { string.hashValue }

    open override func copy(with zone: NSZone? = nil) -> Any {
        attributedSubstring(from: NSRange(location: 0, length: length))
    }

    open override func mutableCopy(with zone: NSZone? = nil) -> Any {
        NSMutableAttributedString(attributedString: attributedSubstring(from: NSRange(location: 0, length: length)))
    }

    // MARK: Changes

    open override func replaceCharacters(in range: NSRange, with str: String) {
        let range = clamped(range)
        // Inserted text takes the attributes of the text that it replaces, or else of the preceding text.
        let source = range.isEmpty ? max(0, range.lowerBound - 1) : range.lowerBound
        let attributes = source < runs.count ? runs.run(at: source).attributes : AttributeSet([:])
        let units = Array(str.utf16)
        replace(range, with: units, [.init(length: units.count, attributes: attributes)])
    }

    private final func replace(_ range: Range<Int>, with units: [UInt16], _ new: [AttributeRuns.Run]) {
        guard !range.isEmpty || !units.isEmpty else { return }
        knownString = nil
        buffer.replace(range, with: units)
        runs.replace(range, with: new)
        edited(
            [.editedCharacters, .editedAttributes], range: NSRange(location: range.lowerBound, length: range.count),
            changeInLength: units.count - range.count)
    }

    open override func setAttributes(_ attrs: [NSAttributedString.Key: Any]?, range: NSRange) {
        let attributes = AttributeSet(attrs ?? [:])
        changeAttributes(in: range) { _ in attributes }
    }

    private final func changeAttributes(in range: NSRange, _ change: (AttributeSet) -> AttributeSet) {
        let range = clamped(range)
        guard !range.isEmpty else { return }
        runs.change(range, change)
        edited(
            .editedAttributes, range: NSRange(location: range.lowerBound, length: range.count), changeInLength: 0)
    }

    open override func replaceCharacters(in range: NSRange, with attrString: NSAttributedString) {
        let range = clamped(range)
        let (text, new) = (attrString.string, Self.runs(of: attrString))
        let units = Array(text.utf16)
        if isOwn, new.reduce(0, { $0 + $1.length }) == units.count {
            replace(range, with: units, new)
            return
        }
        beginEditing()
        replaceCharacters(in: NSRange(location: range.lowerBound, length: range.count), with: text)
        var place = range.lowerBound
        for run in new {
            setAttributes(run.attributes.values, range: NSRange(location: place, length: run.length))
            place += run.length
        }
        endEditing()
    }

    open override func addAttribute(_ name: NSAttributedString.Key, value: Any, range: NSRange) {
        addAttributes([name: value], range: range)
    }

    open override func addAttributes(_ attrs: [NSAttributedString.Key: Any], range: NSRange) {
        changeEach(in: range) { $0.merging(attrs) { $1 } }
    }

    open override func removeAttribute(_ name: NSAttributedString.Key, range: NSRange) {
        changeEach(in: range) { values in
            var values = values
            values[name] = nil
            return values
        }
    }

    private final func changeEach(
        in range: NSRange, _ change: ([NSAttributedString.Key: Any]) -> [NSAttributedString.Key: Any]
    ) {
        if isOwn { return changeAttributes(in: range) { AttributeSet(change($0.values)) } }
        beginEditing()
        var place = clamped(range).lowerBound
        for run in runs(in: clamped(range)) {
            setAttributes(change(run.attributes.values), range: NSRange(location: place, length: run.length))
            place += run.length
        }
        endEditing()
    }

    open override func insert(_ attrString: NSAttributedString, at loc: Int) {
        replaceCharacters(in: NSRange(location: loc, length: 0), with: attrString)
    }

    open override func append(_ attrString: NSAttributedString) {
        replaceCharacters(in: NSRange(location: length, length: 0), with: attrString)
    }

    open override func deleteCharacters(in range: NSRange) { replaceCharacters(in: range, with: "") }

    open override func setAttributedString(_ attrString: NSAttributedString) {
        replaceCharacters(in: NSRange(location: 0, length: length), with: attrString)
    }

    // MARK: Processing

    open weak var delegate: (any NSTextStorageDelegate)?
    open private(set) var editedMask: EditActions = []
    /// The range changed since the last processing, in the current text.
    open private(set) var editedRange = NSRange(location: NSNotFound, length: 0)
    open private(set) var changeInLength = 0
    open private(set) var layoutManagers: [NSLayoutManager] = []

    open func addLayoutManager(_ aLayoutManager: NSLayoutManager) {
        guard !layoutManagers.contains(where: { $0 === aLayoutManager }) else { return }
        aLayoutManager.textStorage?.removeLayoutManager(aLayoutManager)
        layoutManagers.append(aLayoutManager)
        aLayoutManager.setTextStorage(self)
    }

    open func removeLayoutManager(_ aLayoutManager: NSLayoutManager) {
        layoutManagers.removeAll { $0 === aLayoutManager }
        if aLayoutManager.textStorage === self { aLayoutManager.setTextStorage(nil) }
    }

    open override func beginEditing() { nesting += 1 }

    open override func endEditing() {
        nesting = max(0, nesting - 1)
        if nesting == 0, !editedMask.isEmpty { process() }
    }

    /// Records a change of a range, which is relative to the text before the change, and the change in length.
    open func edited(_ editedMask: EditActions, range editedRange: NSRange, changeInLength delta: Int) {
        self.editedMask.formUnion(editedMask)
        changeInLength += delta
        let new = NSRange(location: editedRange.location, length: max(0, editedRange.length + delta))
        if self.editedRange.location == NSNotFound {
            self.editedRange = new
        } else {
            // The previously recorded range is relative to the text before this change.
            let old = self.editedRange
            let end = old.location + old.length
            let moved = end <= editedRange.location ? end : max(end + delta, new.location + new.length)
            let low = min(old.location, new.location)
            self.editedRange = NSRange(location: low, length: max(moved, new.location + new.length) - low)
        }
        if nesting == 0 { process() }
    }

    /// Processes the recorded changes. Changes that a subclass makes meanwhile belong to them.
    private final func process() {
        guard !isProcessing else { return }
        isProcessing = true
        processEditing()
        isProcessing = false
        let change = processed
        processed = nil
        guard let change else { return }
        for manager in layoutManagers {
            manager.processEditing(
                for: self, edited: change.mask, range: change.range, changeInLength: change.delta,
                invalidatedRange: change.range)
        }
    }

    private final var processed: (mask: EditActions, range: NSRange, delta: Int)?

    /// Informs the delegate and then the layout managers. A subclass that changes attributes does so before it calls
    /// super.
    open func processEditing() {
        NotificationCenter.default.post(name: Self.willProcessEditingNotification, object: self)
        delegate?.textStorage(
            self, willProcessEditing: editedMask, range: editedRange, changeInLength: changeInLength)
        fixAttributes(in: editedRange)
        NotificationCenter.default.post(name: Self.didProcessEditingNotification, object: self)
        delegate?.textStorage(self, didProcessEditing: editedMask, range: editedRange, changeInLength: changeInLength)
        processed = (editedMask, editedRange, changeInLength)
        (editedMask, editedRange, changeInLength) = ([], NSRange(location: NSNotFound, length: 0), 0)
    }

    /// Corrects invalid attributes. It does nothing, because fonts are resolved during layout; subclasses may override
    /// it.
    open func fixAttributes(in range: NSRange) {}
    open var fixesAttributesLazily: Bool { true }
    open func invalidateAttributes(in range: NSRange) {}
    open func ensureAttributesAreFixed(in range: NSRange) {}

    public static let willProcessEditingNotification = NSNotification.Name(
        "NSTextStorageWillProcessEditingNotification")
    public static let didProcessEditingNotification = NSNotification.Name("NSTextStorageDidProcessEditingNotification")
}

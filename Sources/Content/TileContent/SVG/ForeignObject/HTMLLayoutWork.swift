/// The work of the layout of all `foreignObject` elements of a document, also of drawings in it.
final class HTMLLayoutWork {
    /// The units of work so far: boxes laid out, bytes of text, and parts of lines.
    private var steps = 0
    private let maxSteps: Int

    /// - Parameter byteCount: The size of the document.
    init(byteCount: Int) { maxSteps = Self.baseSteps + byteCount * Self.stepsPerByte }

    /// Whether the work exceeds the limit.
    var isExhausted: Bool { steps > maxSteps }

    func spend(_ count: Int) { steps += count }

    /// The maximum work for a document, plus an allowance for each byte of it.
    static let baseSteps = 1_000_000
    private static let stepsPerByte = 16
}

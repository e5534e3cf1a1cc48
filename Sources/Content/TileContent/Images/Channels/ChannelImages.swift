import TileSupport

/// The open pages of a file's channels, shared by all choices that show them in the same range. So a channel that is
/// shown or hidden, or gets another color, costs no new pass over the file.
final class ChannelImages: Sendable {
    private struct Key: Hashable {
        var page: Int
        var range: ClosedRange<Double>?
    }

    /// A page that is open as long as a choice shows it.
    private struct OpenPage {
        weak var source: ImageSource?
    }

    private struct State {
        var images: [Key: OpenPage] = [:]
        /// The measured ranges by page; nil for pages that are shown as they are.
        var ranges: [Int: ClosedRange<Double>?] = [:]
    }

    private let state = Lock(State())

    /// Returns the range of a page's values, which is measured once.
    func range(
        of page: Int, measure: () throws(ContentFailure) -> ClosedRange<Double>?
    ) throws(ContentFailure) -> ClosedRange<Double>? {
        if let known = state.withLock({ $0.ranges[page] }) { return known }
        // Two threads may measure the same page, with the same result.
        let range = try measure()
        state.withLock { $0.ranges[page] = .some(range) }
        return range
    }

    /// Returns an open page, opening it if necessary.
    ///
    /// - Parameter range: The values shown from black to white; nil to show the page as it is.
    func image(
        of page: Int, range: ClosedRange<Double>?, open: () throws(ContentFailure) -> ImageSource
    ) throws(ContentFailure) -> ImageSource {
        let key = Key(page: page, range: range)
        if let known = state.withLock({ $0.images[key]?.source }) { return known }
        let opened = try open()
        return state.withLock { state in
            if let known = state.images[key]?.source { return known }
            state.images = state.images.filter { $0.value.source != nil }
            state.images[key] = OpenPage(source: opened)
            return opened
        }
    }
}

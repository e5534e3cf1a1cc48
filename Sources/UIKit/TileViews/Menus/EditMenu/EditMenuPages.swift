import Foundation

/// The distribution of elements over the pages of a bar: as many as fit on each, and at least one.
///
/// A page has a chevron at its end if another follows, and one at its beginning if another precedes it.
struct EditMenuPages: Equatable {
    private(set) var pages: [Range<Int>] = []
    /// A Boolean value that indicates whether the first page also has a chevron, which leads to the outer menu.
    let isInner: Bool

    /// Distributes elements over pages.
    ///
    /// - Parameters:
    ///   - widths: The widths of the elements, in points.
    ///   - room: The maximum width of a page, in points.
    init(_ widths: [CGFloat], in room: CGFloat, isInner: Bool) {
        self.isInner = isInner
        var start = 0
        while start < widths.count {
            let free = room - (start > 0 || isInner ? EditMenuItem.chevronWidth : 0)
            var (end, width) = (start, CGFloat.zero)
            while end < widths.count {
                let chevron = end + 1 < widths.count ? EditMenuItem.chevronWidth : 0
                // The remaining elements may fit if no chevron follows.
                let fits = width + widths[end] + chevron <= free || width + widths[end...].reduce(0, +) <= free
                guard fits || end == start else { break }
                width += widths[end]
                end += 1
            }
            pages.append(start..<end)
            start = end
        }
    }

    func leadsBack(_ page: Int) -> Bool { page > 0 || isInner }
    func leadsOn(_ page: Int) -> Bool { page + 1 < pages.count }
}

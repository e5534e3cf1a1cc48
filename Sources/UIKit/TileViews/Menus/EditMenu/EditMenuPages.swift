import Foundation

/// How elements are spread over the pages of a bar: as many on each as there is room for, and one at least.
///
/// A page that others follow has a chevron at its end, and one that others precede has one at its beginning.
struct EditMenuPages: Equatable {
    private(set) var pages: [Range<Int>] = []
    /// Whether the first page has a chevron at its beginning too, which leads to the outer menu.
    let isInner: Bool

    /// - Parameters:
    ///   - widths: of the elements, in points.
    ///   - room: a page's greatest width, in points.
    init(_ widths: [CGFloat], in room: CGFloat, isInner: Bool) {
        self.isInner = isInner
        var start = 0
        while start < widths.count {
            let free = room - (start > 0 || isInner ? EditMenuItem.chevronWidth : 0)
            var (end, width) = (start, CGFloat.zero)
            while end < widths.count {
                let chevron = end + 1 < widths.count ? EditMenuItem.chevronWidth : 0
                // Without a chevron more fits, if it is all that is left.
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

/// The boxes of an ISO base media file, which may end early (ISO/IEC 14496-12, section 4.2). JPEG 2000 and JPEG XL use
/// the same boxes.
struct BoxedFile {
    struct Box {
        var type: [UInt8]
        /// The offset of the header's first byte in the file.
        var start: Int
        var headerLength: Int
        /// The length that the header states; nil for a last box that extends to the end of the file.
        var length: Int?

        var contentStart: Int { start + headerLength }

        func isNamed(_ name: String) -> Bool { type.elementsEqual(name.utf8) }
    }

    private let file: FileBytes
    /// The boxes with a header in the file.
    let boxes: [Box]
    /// Whether the file ends within a box's header.
    let endsInHeader: Bool

    /// The most boxes that are read. No writer creates more.
    private static let mostBoxes = 4096

    init(_ file: FileBytes) {
        self.file = file
        (boxes, endsInHeader) = Self.boxes(file, in: 0..<file.count)
    }

    /// Reads the headers of the boxes in a range. Bytes after the last box that form no box are ignored.
    private static func boxes(
        _ file: FileBytes, in range: Range<Int>
    ) -> (boxes: [Box], endsInHeader: Bool) {
        var boxes: [Box] = []
        var place = range.lowerBound
        while place < range.upperBound, boxes.count < mostBoxes {
            guard let short = file.number(at: place, count: 4), let type = file.bytes(at: place + 4, count: 4) else {
                return (boxes, true)
            }
            if short == 0 {
                boxes.append(Box(type: type, start: place, headerLength: 8, length: nil))
                break
            }
            var (length, headerLength) = (short, 8)
            if short == 1 {
                guard let long = file.number(at: place + 8, count: 8) else { return (boxes, true) }
                (length, headerLength) = (long, 16)
            }
            guard length >= headerLength else { break }
            boxes.append(Box(type: type, start: place, headerLength: headerLength, length: length))
            let (next, overflows) = place.addingReportingOverflow(length)
            if overflows { break }
            place = next
        }
        return (boxes, false)
    }

    /// The first box that extends past the end of the file; nil if there is none.
    var brokenBox: Box? {
        boxes.first { box in box.length.map { $0 > file.count - box.start } ?? false }
    }

    /// Returns the part of a box's content that is past the end of the file, from 0 to 1, or nil if the box's length is
    /// unknown.
    func missingPart(of box: Box) -> Double? {
        guard let length = box.length, length > box.headerLength else { return nil }
        let there = max(0, min(file.count - box.contentStart, length - box.headerLength))
        return 1 - Double(there) / Double(length - box.headerLength)
    }

    /// Returns the boxes within a box, after `skipped` bytes of other content, as far as the file has their headers.
    func children(of box: Box, after skipped: Int = 0) -> [Box] {
        let end = box.start + min(box.length ?? .max, file.count - box.start)
        guard box.contentStart + skipped <= end else { return [] }
        return Self.boxes(file, in: (box.contentStart + skipped)..<end).boxes
    }
}

import Foundation

/// A table of a Markdown document: GitHub Flavored Markdown 0.29, 4.10.
struct MarkdownTable {
    private(set) var columns: [PresentationIntent.TableColumn]
    /// The cells of the header and of the rows, which may have fewer cells than there are columns.
    private(set) var rows: [[String]]
    /// The place of the line after the table.
    private(set) var end: Int

    /// The maximum number of columns.
    private static let maxColumns = 100

    /// Reads a table at a line; nil if the line and the next one don't begin one.
    init?(_ lines: ArraySlice<MarkdownLine>, at start: Int) {
        guard start + 1 < lines.endIndex, lines[start].text.contains("|"), lines[start + 1].indent < 4 else {
            return nil
        }
        let marks = Self.cells(lines[start + 1])
        let header = Self.cells(lines[start])
        guard !marks.isEmpty, marks.count == header.count, marks.count <= Self.maxColumns else { return nil }
        columns = []
        for mark in marks {
            let line = mark.drop { $0 == ":" }.prefix { $0 == "-" }
            guard !line.isEmpty, mark.count - line.count <= 2, mark.allSatisfy({ $0 == "-" || $0 == ":" }),
                mark.dropFirst().dropLast().allSatisfy({ $0 == "-" })
            else { return nil }
            let alignment: PresentationIntent.TableColumn.Alignment =
                mark.last != ":" ? .left : mark.first == ":" ? .center : .right
            columns.append(PresentationIntent.TableColumn(alignment: alignment))
        }
        rows = [header]
        end = start + 2
        while end < lines.endIndex, !lines[end].isBlank, lines[end].indent < 4, lines[end].quoted == nil,
            lines[end].fence == nil, lines[end].heading == nil, !lines[end].isBreak
        {
            rows.append(Array(Self.cells(lines[end]).prefix(columns.count)))
            end += 1
        }
    }

    private static func cells(_ line: MarkdownLine) -> [String] {
        var cells = [""]
        var isEscaped = false
        for character in line.content.trimmingCharacters(in: .whitespaces) {
            if character == "|", !isEscaped {
                cells.append("")
            } else {
                if isEscaped, character == "|" { cells[cells.count - 1].removeLast() }
                cells[cells.count - 1].append(character)
            }
            isEscaped = character == "\\" && !isEscaped
        }
        if cells.first == "" { cells.removeFirst() }
        if cells.last == "" { cells.removeLast() }
        return cells.map { $0.trimmingCharacters(in: .whitespaces) }
    }
}

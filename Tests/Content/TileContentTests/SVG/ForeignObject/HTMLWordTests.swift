import Foundation
import TestSupport
import Testing
import TileGeometry

@testable import TileContent

/// Tests of the layout of HTML: the positions of words, compared with Chromium's.
@Suite struct HTMLWordTests {
    /// A `foreignObject` and where Chromium puts its words.
    struct Case: Decodable, CustomTestStringConvertible, Sendable {
        var name: String
        var svg: String
        /// The left and top of the first letter of each word, and the right and top of the last one.
        var words: [[Double]]

        var testDescription: String { name }
    }

    static let cases: [Case] = {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("words.json")
        return try! JSONDecoder().decode([Case].self, from: Data(contentsOf: file))
    }()

    static let open = """
        <svg xmlns='http://www.w3.org/2000/svg' width='400' height='400' font-family='DejaVu Sans' font-size='14'>
        """

    /// Returns the positions of the words of all texts, in the order of the document.
    static func words(_ svg: String) throws -> [[Double]] {
        let recorder = SVGRecorder(try XMLTree(Data("\(open)\(svg)</svg>".utf8)))
        try recorder.readStyleSheets()
        recorder.viewports = [SVGRecorder.Viewport(width: 400, height: 400)]
        var words: [[Double]] = []
        for node in recorder.tree.nodes.indices where recorder.tree.nodes[node].element == .foreignObject {
            let node = Int32(node)
            let style = try recorder.style(
                of: node, parent: recorder.ancestorStyle(recorder.tree.nodes[Int(node)].parent))
            func value(_ name: SVGAttribute) -> Double {
                recorder.geometry(
                    node, name, along: name == .y || name == .height ? .vertical : .horizontal, style: style)
                    ?? 0
            }
            let place = Box(x: value(.x), y: value(.y), width: value(.width), height: value(.height))
            guard let root = try recorder.layOut(node, style, in: place) else { continue }
            let shift =
                recorder.tree.nodes[Int(recorder.tree.nodes[Int(node)].parent)].parent < 0
                ? CGAffineTransform.identity : recorder.transform(recorder.tree.nodes[Int(node)].parent)
            collect(root, with: recorder, &words)
            words = words.map { word in
                [word[0] + shift.tx, word[1] + shift.ty, word[2] + shift.tx, word[3] + shift.ty]
            }
        }
        return words
    }

    private static func collect(_ box: HTMLBox, with recorder: SVGRecorder, _ words: inout [[Double]]) {
        for child in box.children { collect(child, with: recorder, &words) }
        guard let paragraph = box.paragraph else { return }
        var places: [Int: [Int: (left: Double, right: Double, top: Double)]] = [:]
        for line in box.lines {
            for case .word(let word, let x, let baseline, _) in line.fragments {
                let run = paragraph.runs[word.run]
                let font = recorder.fontHeight(run.element.style)
                var pen = box.pageX + x
                for index in run.clusters(in: word.bytes).map({ run.order[$0] }).sorted() {
                    let advance = run.advance(index)
                    places[word.run, default: [:]][run.shaped.clusters[index].offset] = (
                        pen, pen + advance, box.pageY + box.contentY + baseline - font.ascent
                    )
                    pen += advance
                }
            }
        }
        var last = -1
        for piece in paragraph.pieces {
            switch piece {
            case .box(let inner, _), .outOfFlow(let inner): collect(inner, with: recorder, &words)
            case .word(let word) where word.run != last:
                last = word.run
                let text = paragraph.runs[word.run].text
                for part in text.split(separator: 0x20) {
                    let starts = part.indices.compactMap { places[word.run]?[$0] }
                    guard let first = starts.first, let end = starts.last else { continue }
                    words.append([first.left, first.top, end.right, end.top])
                }
            default: continue
            }
        }
    }

    @Test("Words are where Chromium puts them", arguments: cases)
    func positions(_ each: Case) throws {
        let words = try Self.words(each.svg)
        #expect(words.count == each.words.count)
        for (index, (ours, theirs)) in zip(words, each.words).enumerated() {
            let difference = zip(ours, theirs).map { abs($0 - $1) }.max() ?? 0
            #expect(difference <= 0.6, "\(each.name), word \(index): \(ours), in Chromium \(theirs)")
        }
    }
}

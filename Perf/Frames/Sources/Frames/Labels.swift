import Foundation
import Measuring
import TileDrawing

/// Text: labels drawn again, labels laid out for the first time, and a paragraph.
func measureLabels(_ report: inout Report) {
    let font = UIFont.systemFont(ofSize: 10)
    let attributes: [NSAttributedString.Key: Any] = [.font: font, .foregroundColor: UIColor.label]
    let labels = (0..<1000).map { "A\($0)" }
    var next = 0
    let size = CGSize(width: 1000, height: 1000)

    _ = UIGraphicsImageRenderer(size: size).image { _ in
        let drawn = Cost.each(20_000) {
            next = (next + 1) % labels.count
            labels[next].draw(at: CGPoint(x: next % 100 * 10, y: next / 100 * 10), withAttributes: attributes)
        }
        report.line(
            "one of 1,000 short strings, drawn again", "\(drawn.microseconds), \(drawn.allocations) allocations",
            bar: "3 µs", met: drawn.seconds <= 3e-6)
    }
    _ = UIGraphicsImageRenderer(size: size).image { context in
        let block = TextBlock("A123", attributes: attributes)
        let drawn = Cost.each(20_000) { block.draw(in: context.cgContext, at: CGPoint(x: 10, y: 10)) }
        report.line("a laid out label, drawn", "\(drawn.microseconds), \(drawn.allocations) allocations")
    }
    let laidOut = Cost.each(500) {
        next += 1
        _ = TextBlock("B\(next)", attributes: attributes)
    }
    report.line("a short string, laid out", "\(laidOut.microseconds), \(laidOut.allocations) allocations")
    let text = String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 20)
    let paragraph = Cost.each(20) { _ = TextBlock(text, attributes: attributes, in: TextContainer(width: 200)) }
    report.line("900 letters, broken into lines", paragraph.microseconds)
}

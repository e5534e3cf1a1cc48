import Foundation
import TileDrawing

extension NSLayoutManager: TextFlowSource {
    final var flowLength: Int { textStorage?.length ?? 0 }
    final func flowUnits(in range: Range<Int>) -> [UInt16] {
        let units = textStorage?.units(in: range) ?? []
        return display.map { $0(units) } ?? units
    }
    final func flowRuns(in range: Range<Int>) -> [AttributeRuns.Run] {
        let runs = textStorage?.runs(in: range) ?? []
        guard let adjust else { return runs }
        return runs.map { AttributeRuns.Run(length: $0.length, attributes: adjust($0.attributes)) }
    }

    final var flowTypingAttributes: AttributeSet {
        if let typing = (client as? any TypingAttributes)?.typingAttributeSet { return typing }
        let length = flowLength
        return length > 0 ? flowRuns(in: length - 1..<length).first?.attributes ?? AttributeSet([:]) : AttributeSet([:])
    }
}

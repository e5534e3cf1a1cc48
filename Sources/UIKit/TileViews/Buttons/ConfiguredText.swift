import Foundation
import TileDrawing

/// A text of a button's configuration with the attributes of its style.
struct ConfiguredText {
    var plain: String?
    /// Replaces `plain`. Its attributes go before those of the style and of the transformer.
    var attributed: AttributedString?
    var transformer: UIConfigurationTextAttributesTransformer?

    var isEmpty: Bool { attributed?.characters.isEmpty ?? plain?.isEmpty ?? true }

    /// Shows the text in a label.
    func show(in label: UILabel, font: UIFont, color: UIColor) {
        guard attributed != nil || transformer != nil, !isEmpty else {
            label.font = font
            label.text = attributed == nil ? plain : nil
            label.textColor = color
            return
        }
        var style = AttributeContainer()
        style.font = font
        style.foregroundColor = color
        if let transformer { style = transformer(style) }
        let text = attributed.map { NSAttributedString($0) } ?? NSAttributedString(string: plain ?? "")
        label.attributedText = text.completed(with: [NSAttributedString.Key: Any](style))
    }
}

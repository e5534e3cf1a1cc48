import Foundation
import TileDrawing
import TileViews

enum LabelKinds {
    static let kinds: [NibKind] = [
        .view("label", UILabel.self) { label, reader in
            // The defaults of a label in a document differ from those of a new label.
            if let font = reader.font("fontDescription") { label.font = font }
            if let color = reader.color("textColor") { label.textColor = color }
            if let color = reader.color("highlightedColor") { label.highlightedTextColor = color }
            if let color = reader.color("shadowColor") { label.shadowColor = color }
            if let offset = reader.size("shadowOffset") { label.shadowOffset = offset }
            if let mode = reader.choice("textAlignment", NibWords.alignments) { label.textAlignment = mode }
            if let mode = reader.choice("lineBreakMode", NibWords.lineBreaks) { label.lineBreakMode = mode }
            if let count = reader.integer("numberOfLines"), count >= 0 { label.numberOfLines = count }
            if let mode = reader.choice("baselineAdjustment", baselines) { label.baselineAdjustment = mode }
            if let isOn = reader.flag("adjustsFontSizeToFit") { label.adjustsFontSizeToFitWidth = isOn }
            if let isOn = reader.flag("adjustsLetterSpacingToFitWidth") {
                label.allowsDefaultTighteningForTruncation = isOn
            }
            if let scale = reader.length("minimumScaleFactor"), (0...1).contains(scale) {
                label.minimumScaleFactor = scale
            }
            if let size = reader.length("minimumFontSize"), size > 0, label.font.pointSize > 0 {
                label.minimumScaleFactor = min(1, size / label.font.pointSize)
            }
            if let width = reader.length("preferredMaxLayoutWidth"), width >= 0 {
                label.preferredMaxLayoutWidth = width
            }
            if let isOn = reader.flag("highlighted") { label.isHighlighted = isOn }
            if let isOn = reader.flag("enabled") { label.isEnabled = isOn }
            // Applied after the properties for the whole text, which would replace the attributes of the string.
            if let text = reader.text("text") { label.text = text }
            if let text = reader.attributedText("attributedText") { label.attributedText = text }
            if let isOn = reader.flag("adjustsFontForContentSizeCategory") {
                label.adjustsFontForContentSizeCategory = isOn
            }
            reader.pass("adjustsFontSizeToFitWidth", "ibShadowedText", "usesAttributedText")
        },
        .view("imageView", UIImageView.self) { view, reader in
            if let image = reader.image("image") { view.image = image }
            if let image = reader.image("highlightedImage") { view.highlightedImage = image }
            if let isOn = reader.flag("highlighted") { view.isHighlighted = isOn }
            reader.pass(
                "adjustsImageSizeForAccessibilityContentSizeCategory", "catalog", "preferredSymbolConfiguration")
            reader.pass("imageReference", "preferredImageDynamicRange")
        },
    ]

    private static let baselines: [String: UIBaselineAdjustment] = [
        "alignBaselines": .alignBaselines, "alignCenters": .alignCenters, "none": .none,
    ]
}

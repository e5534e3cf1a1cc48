import Foundation
import TileDrawing

/// The `<color>` elements.
enum NibColor {
    static func color(_ element: NibElement, _ reading: NibReading) -> UIColor? {
        guard element.name == "color" else { return nil }
        if let name = element["systemColor"] ?? element["cocoaTouchSystemColor"] {
            if let color = system(name) { return color }
            if let color = reading.resources.color(name, system: true) { return color }
            reading.notes.add(.resource, about: element, "the system's color \(name) is unknown here")
            return nil
        }
        if let name = element["name"] {
            if let color = UIColor(named: name, in: reading.bundle, compatibleWith: nil) { return color }
            // A document contains copies of the colors that it names.
            if let color = reading.resources.color(name, system: false) { return color }
            reading.notes.add(
                .resource, about: element, "there is no color \(name) among the bundle's asset catalogs")
            return nil
        }
        if element["patternImage"] != nil || element["colorSpace"] == "pattern" {
            return element["patternImage"].flatMap { reading.image($0, for: element) }.map(UIColor.init(patternImage:))
        }
        func part(_ name: String, _ missing: Double = 0) -> CGFloat {
            guard let number = element[name].flatMap({ Double($0) }), number.isFinite else { return CGFloat(missing) }
            return CGFloat(min(max(number, -10), 10))
        }
        let alpha = min(max(part("alpha", 1), 0), 1)
        if element["white"] != nil { return UIColor(white: part("white"), alpha: alpha) }
        if element["cyan"] != nil {
            let rest = 1 - part("black")
            return UIColor(
                red: (1 - part("cyan")) * rest, green: (1 - part("magenta")) * rest,
                blue: (1 - part("yellow")) * rest, alpha: alpha)
        }
        guard element["red"] != nil || element["green"] != nil || element["blue"] != nil else {
            reading.notes.add(
                .property, about: element, "a color of the space \(element["colorSpace"] ?? "?") is unknown here")
            return nil
        }
        let space = element["customColorSpace"] ?? element["colorSpace"]
        let (red, green, blue) = (part("red"), part("green"), part("blue"))
        return space == "displayP3"
            ? UIColor(displayP3Red: red, green: green, blue: blue, alpha: alpha)
            : UIColor(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// Returns the UIKit color with a name, such as "systemBlueColor", "labelColor" or
    /// "tableCellGroupedBackgroundColor".
    static func system(_ name: String) -> UIColor? {
        colors[name.hasSuffix("Color") ? String(name.dropLast(5)) : name]
    }

    private static let colors: [String: UIColor] = [
        "black": .black, "darkGray": .darkGray, "lightGray": .lightGray, "white": .white, "gray": .gray, "red": .red,
        "green": .green, "blue": .blue, "cyan": .cyan, "yellow": .yellow, "magenta": .magenta, "orange": .orange,
        "purple": .purple, "brown": .brown, "clear": .clear, "lightText": .lightText, "darkText": .darkText,
        "systemRed": .systemRed, "systemGreen": .systemGreen, "systemBlue": .systemBlue, "systemOrange": .systemOrange,
        "systemYellow": .systemYellow, "systemPink": .systemPink, "systemPurple": .systemPurple,
        "systemTeal": .systemTeal, "systemIndigo": .systemIndigo, "systemBrown": .systemBrown,
        "systemMint": .systemMint, "systemCyan": .systemCyan, "systemGray": .systemGray, "systemGray2": .systemGray2,
        "systemGray3": .systemGray3, "systemGray4": .systemGray4, "systemGray5": .systemGray5,
        "systemGray6": .systemGray6, "tint": .tintColor, "label": .label, "secondaryLabel": .secondaryLabel,
        "tertiaryLabel": .tertiaryLabel, "quaternaryLabel": .quaternaryLabel, "placeholderText": .placeholderText,
        "link": .link, "separator": .separator, "opaqueSeparator": .opaqueSeparator, "systemFill": .systemFill,
        "secondarySystemFill": .secondarySystemFill, "tertiarySystemFill": .tertiarySystemFill,
        "quaternarySystemFill": .quaternarySystemFill, "systemBackground": .systemBackground,
        "secondarySystemBackground": .secondarySystemBackground,
        "tertiarySystemBackground": .tertiarySystemBackground,
        "systemGroupedBackground": .systemGroupedBackground,
        "secondarySystemGroupedBackground": .secondarySystemGroupedBackground,
        "tertiarySystemGroupedBackground": .tertiarySystemGroupedBackground,
        "groupTableViewBackground": .groupTableViewBackground, "tableBackground": .systemBackground,
        "tableCellGroupedBackground": .secondarySystemGroupedBackground, "tableSeparator": .separator,
        "tableCellPlainBackground": .systemBackground, "viewFlipsideBackground": .darkGray,
        "scrollViewTexturedBackground": .gray, "underPageBackground": .gray,
    ]
}

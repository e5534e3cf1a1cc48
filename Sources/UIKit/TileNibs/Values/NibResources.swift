import Foundation
import TileDrawing

/// The images and colors that a document uses from outside.
struct NibResources {
    private let colors: [String: NibElement]
    private let systemColors: [String: NibElement]
    private let images: [String: NibElement]
    private let reading: Unowned

    private struct Unowned { unowned let reading: NibReading }

    init(_ elements: [NibElement], _ reading: NibReading) {
        func table(_ name: String) -> [String: NibElement] {
            Dictionary(
                elements.filter { $0.name == name }.compactMap { element in element["name"].map { ($0, element) } },
                uniquingKeysWith: { $1 })
        }
        (colors, systemColors, images) = (table("namedColor"), table("systemColor"), table("image"))
        self.reading = Unowned(reading: reading)
    }

    /// Returns the document's copy of a color. Only plain colors are used, because a color that names another could
    /// refer to itself without end.
    func color(_ name: String, system: Bool) -> UIColor? {
        guard let color = (system ? systemColors : colors)[name]?.child("color"), color["name"] == nil,
            color["systemColor"] == nil
        else { return nil }
        return NibColor.color(color, reading.reading)
    }

    func isSystemImage(_ name: String) -> Bool { images[name]?["catalog"] == "system" }

    func size(_ name: String) -> CGSize? {
        guard let image = images[name], let width = image["width"].flatMap({ Double($0) }),
            let height = image["height"].flatMap({ Double($0) }), width > 0, height > 0, width < 4096, height < 4096
        else { return nil }
        return CGSize(width: width, height: height)
    }
}

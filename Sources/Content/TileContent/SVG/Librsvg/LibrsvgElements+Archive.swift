import Foundation
import TileGeometry
import TileGraphics

/// The archived form: the drawing's size, followed by the document for librsvg.
extension LibrsvgElements: ExternalDocument {
    private static let numberLength = MemoryLayout<UInt32>.size
    private static let sizeLength = 2 * MemoryLayout<UInt64>.size

    var archived: Data {
        var data = Data(capacity: Self.sizeLength + document.byteCount)
        for side in [contentSize.width, contentSize.height] {
            withUnsafeBytes(of: Double(side).bitPattern.littleEndian) { data.append(contentsOf: $0) }
        }
        data.append(document.prologue)
        data.append(document.root)
        return data
    }

    /// Reads archived elements; nil if the data is invalid.
    ///
    /// - Parameter data: The archived bytes. The elements retain them.
    convenience init?(archived data: Data, limits: ContentLimits) {
        guard data.count > Self.sizeLength else { return nil }
        let sides = data.withUnsafeBytes { bytes in
            [0, 8].map {
                Double(bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self)))
            }
        }
        guard sides.allSatisfy({ $0 > 0 && $0.isFinite }),
            let document = LibrsvgDocument(data.dropFirst(Self.sizeLength), limits: limits.librsvg.ofElement)
        else { return nil }
        self.init(document, contentSize: CGSize(width: sides[0], height: sides[1]), memory: limits.memory)
    }

    static func archived(number: Int, name: String) -> [UInt8] {
        withUnsafeBytes(of: UInt32(number).littleEndian) { Array($0) } + Array(name.utf8)
    }

    func drawing(ofArchived part: [UInt8], bounds: Box) -> (any ExternalDrawing)? {
        let number = part.prefix(Self.numberLength).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let name = part.dropFirst(Self.numberLength)
        guard !name.isEmpty, let text = String(validating: name, as: UTF8.self),
            name.withUnsafeBufferPointer({ SVGIslandReading.isName($0) })
        else { return nil }
        return LibrsvgElement(text, number: Int(number), bounds: bounds, in: self)
    }
}

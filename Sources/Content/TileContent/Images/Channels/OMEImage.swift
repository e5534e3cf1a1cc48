import CXML2
import Foundation

/// The first image that the OME-XML of a TIFF describes (OME data model 2016-06, OME-TIFF specification).
struct OMEImage: Hashable {
    private var sizes = Sizes()
    /// The order in which pages follow one another, fastest first, such as ZCT.
    private var order = "ZCT"
    private var channels: [Channel] = []
    private var data: [PageRun] = []
    private var fileNames: Set<String> = []

    private struct Sizes: Hashable {
        var z = 1
        var c = 1
        var t = 1

        var pageCount: Int {
            let most = ChannelPlanes.mostPages
            return [z, c, t].allSatisfy { (1...most).contains($0) } && z * c <= most && z * c * t <= most
                ? z * c * t : 0
        }
    }

    private struct Channel: Hashable {
        var name: String?
        var color: ChannelColor?
        var samples = 1
    }

    /// Pages of the file that follow one another: the attributes of `TiffData`.
    private struct PageRun: Hashable {
        var page = 0
        var first = Position()
        /// The number of pages; nil for all that follow.
        var count: Int?
    }

    private struct Position: Hashable {
        var z = 0
        var c = 0
        var t = 0
    }

    /// The longest metadata that is read, in bytes. A stack of 10,000 pages has about 2 MB.
    static let maxLength = 1 << 22
    /// The longest tag, text or comment, in bytes. libxml2 searches an unfinished one again for each 512 bytes.
    private static let longestPiece = 1 << 16
    /// The most attributes of an element. libxml2 compares each with all others.
    private static let mostAttributes = 1024
    /// The deepest elements that matter are below OME, Image, Pixels, TiffData and UUID.
    private static let maxDepth = 16

    /// Parses metadata. Returns nil if it is not XML, has no image, or declares entities.
    init?(_ metadata: String) {
        guard metadata.utf8.count <= Self.maxLength else { return nil }
        var metadata = metadata
        xmlInitParser()
        // This is for the thread. By default, libxml2 prints errors of encodings to standard error.
        xmlSetStructuredErrorFunc(nil, { _, _ in })
        let found = metadata.withUTF8 { bytes -> OMEImage? in
            guard Self.isCheap(bytes) else { return nil }
            let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
            let reader = bytes.withMemoryRebound(to: CChar.self) {
                // The text is UTF-8, whatever its declaration says.
                xmlReaderForMemory($0.baseAddress, Int32($0.count), nil, "UTF-8", Int32(options))
            }
            guard let reader else { return nil }
            defer { xmlFreeTextReader(reader) }
            return OMEImage(reader)
        }
        guard let found else { return nil }
        self = found
    }

    /// Returns whether libxml2 reads a document in linear time.
    private static func isCheap(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var (start, end, attributes) = (0, 0, 0)
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "<"): (start, attributes) = (index, 0)
            case UInt8(ascii: ">"): end = index
            case UInt8(ascii: "="): attributes += 1
            default: break
            }
            guard index - start <= longestPiece, index - end <= longestPiece, attributes <= mostAttributes else {
                return false
            }
        }
        return true
    }

    private init?(_ reader: xmlTextReaderPtr) {
        var isInPixels = false
        while xmlTextReaderRead(reader) == 1 {
            let type = xmlTextReaderNodeType(reader)
            guard type != Int32(XML_READER_TYPE_DOCUMENT_TYPE.rawValue),
                type != Int32(XML_READER_TYPE_ENTITY_REFERENCE.rawValue)
            else { return nil }
            guard xmlTextReaderDepth(reader) < Self.maxDepth, let name = xmlTextReaderConstLocalName(reader) else {
                continue
            }
            switch (String(cString: name), type) {
            case ("Pixels", Int32(XML_READER_TYPE_END_ELEMENT.rawValue)): return
            case ("Pixels", Int32(XML_READER_TYPE_ELEMENT.rawValue)):
                isInPixels = true
                readPixels(reader)
                if xmlTextReaderIsEmptyElement(reader) == 1 { return }
            case ("Channel", Int32(XML_READER_TYPE_ELEMENT.rawValue)) where isInPixels: readChannel(reader)
            case ("TiffData", Int32(XML_READER_TYPE_ELEMENT.rawValue)) where isInPixels: readPages(reader)
            case ("UUID", Int32(XML_READER_TYPE_ELEMENT.rawValue)) where isInPixels:
                if let file = Self.text("FileName", reader) { fileNames.insert(file) }
            default: continue
            }
        }
        return nil
    }

    private mutating func readPixels(_ reader: xmlTextReaderPtr) {
        sizes.z = Self.number("SizeZ", reader) ?? 1
        sizes.c = Self.number("SizeC", reader) ?? 1
        sizes.t = Self.number("SizeT", reader) ?? 1
        // The first two letters are X and Y.
        if let text = Self.text("DimensionOrder", reader)?.dropFirst(2), text.sorted() == ["C", "T", "Z"] {
            order = String(text)
        }
    }

    private mutating func readChannel(_ reader: xmlTextReaderPtr) {
        guard channels.count < ChannelPlanes.mostChannels else { return }
        // A number with a sign: red, green, blue and alpha from the highest byte on. Writers that leave it out mean
        // white, which is no color of a blend.
        let color = Self.number("Color", reader).map { ChannelColor(rgb: UInt32(truncatingIfNeeded: $0 >> 8)) }
        channels.append(
            Channel(
                name: Self.text("Name", reader), color: color ?? Self.color(Self.text("EmissionWavelength", reader)),
                samples: Self.number("SamplesPerPixel", reader) ?? 1))
    }

    private mutating func readPages(_ reader: xmlTextReaderPtr) {
        guard data.count < ChannelPlanes.mostPages else { return }
        var run = PageRun()
        run.page = Self.number("IFD", reader) ?? 0
        run.first.z = Self.number("FirstZ", reader) ?? 0
        run.first.c = Self.number("FirstC", reader) ?? 0
        run.first.t = Self.number("FirstT", reader) ?? 0
        // A page number without a count means one page.
        run.count = Self.number("PlaneCount", reader) ?? (Self.number("IFD", reader) == nil ? nil : 1)
        data.append(run)
    }

    /// Returns the color of light of a wavelength in nanometers, as a microscope's filters divide it.
    private static func color(_ wavelength: String?) -> ChannelColor? {
        guard let length = wavelength.flatMap({ Double($0) }) else { return nil }
        switch length {
        case 380..<490: return ChannelColor(rgb: 0x0000FF)
        case 490..<560: return ChannelColor(rgb: 0x00FF00)
        case 560..<650: return ChannelColor(rgb: 0xFF0000)
        case 650..<2000: return ChannelColor(rgb: 0xFF00FF)
        default: return nil
        }
    }

    private static func text(_ name: String, _ reader: xmlTextReaderPtr) -> String? {
        guard let value = xmlTextReaderGetAttribute(reader, name) else { return nil }
        // libxml2's own release function is a variable, which strict concurrency does not allow to read.
        defer { free(value) }
        return String(cString: value)
    }

    private static func number(_ name: String, _ reader: xmlTextReaderPtr) -> Int? {
        text(name, reader).flatMap { Int32($0) }.map { Int($0) }
    }
}

extension OMEImage {
    /// The channels with their pages. Nil if there is only one channel, if a channel has several samples, as in RGB, if
    /// pages are in other files, or if a page is missing.
    var planes: ChannelPlanes? {
        let count = sizes.pageCount
        guard (2...ChannelPlanes.mostChannels).contains(sizes.c), count > 0, fileNames.count <= 1,
            channels.allSatisfy({ $0.samples == 1 }), channels.count <= sizes.c
        else { return nil }
        var pages = [[Int?]](repeating: Array(repeating: nil, count: sizes.c), count: sizes.z * sizes.t)
        var stated = 0
        for run in data.isEmpty ? [PageRun()] : data {
            guard let index = index(of: run.first), run.page >= 0 else { return nil }
            let length = min(count - index, max(0, run.count ?? count))
            // Metadata that states more pages than there are contradicts itself.
            stated += length
            guard stated <= count else { return nil }
            for offset in 0..<length {
                let position = position(at: index + offset)
                pages[position.t * sizes.z + position.z][position.c] = run.page + offset
            }
        }
        let found = pages.map { $0.compactMap(\.self) }
        guard found.allSatisfy({ $0.count == sizes.c && $0.allSatisfy { $0 < ChannelPlanes.mostPages } }) else {
            return nil
        }
        // A page that is stated twice contradicts the rest, or is in another file.
        guard Set(found.joined()).count == count else { return nil }
        let named = (0..<sizes.c).map { index in
            let channel = index < channels.count ? channels[index] : Channel()
            return ImageChannel(channel.name, color: channel.color, index: index)
        }
        return ChannelPlanes(channels: named, pages: found)
    }

    /// Returns the size of a dimension.
    private func size(_ dimension: Character) -> Int {
        switch dimension {
        case "Z": sizes.z
        case "C": sizes.c
        default: sizes.t
        }
    }

    /// Returns the number of pages before a position in the order of the pages; nil if it is outside.
    private func index(of position: Position) -> Int? {
        var (index, stride) = (0, 1)
        for dimension in order {
            let value = dimension == "Z" ? position.z : dimension == "C" ? position.c : position.t
            guard (0..<size(dimension)).contains(value) else { return nil }
            index += value * stride
            stride *= size(dimension)
        }
        return index
    }

    private func position(at index: Int) -> Position {
        var (position, rest) = (Position(), index)
        for dimension in order {
            let value = rest % size(dimension)
            rest /= size(dimension)
            switch dimension {
            case "Z": position.z = value
            case "C": position.c = value
            default: position.t = value
            }
        }
        return position
    }
}

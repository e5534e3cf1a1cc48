import Glibc
import ImageMessages

/// The entry point for libFuzzer. The bytes are a file of the format after which the program is named: `fuzz-bmp`.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzImage(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    if format == "gif" {
        let part = GIFCoverage { offset, count in
            offset <= bytes.count - count ? Array(bytes[offset..<offset + count]) : nil
        }
        if let part = part?.partial(ofScreen: 300, 200) {
            precondition(part.left + part.width <= 300 && part.top + part.height <= 200, "a part beyond the screen")
        }
        return 0
    }
    guard ftruncate(memory, 0) == 0, pwrite(memory, start, count, 0) == count else { fatalError("no memory") }
    switch format {
    case "bmp": decode { () throws(ImageRefusal) in try BMPFile.open(ImageBytes(path)) }
    case "pnm": decode { () throws(ImageRefusal) in try PNMFile.open(ImageBytes(path)) }
    case "pfm": decode { () throws(ImageRefusal) in try PFMFile(ImageBytes(path)) }
    case "hdr": decode { () throws(ImageRefusal) in try RadianceFile(ImageBytes(path)) }
    case "qoi": decode { () throws(ImageRefusal) in try QOIFile(ImageBytes(path)) }
    case "psd": decode { () throws(ImageRefusal) in try PhotoshopFile(ImageBytes(path)) }
    case "jp2":
        if let header = JPEG2000Header(path) {
            precondition(header.longestSide > 0 && (1...128).contains(header.precision), "an impossible header")
        }
    case "tif":
        guard let file = try? ImageBytes(path), let first = TIFFDirectory.first(in: file) else { return 0 }
        var next: Int? = first
        for _ in 0..<8 {
            guard let offset = next, let directory = TIFFDirectory(file, at: offset) else { break }
            for tag in [256, 257, 322, 323] { _ = directory.value(tag) }
            _ = directory.bytes(347, most: 1 << 16)
            next = directory.next
        }
    default: fatalError("name the program fuzz-bmp, -pnm, -pfm, -hdr, -qoi, -psd, -jp2, -tif, or -gif")
    }
    return 0
}

private let format = String(CommandLine.arguments[0].split(separator: "-").last ?? "")
/// A file in memory that has no name any more.
private let memory: Int32 = {
    var name = Array("/dev/shm/fuzz-XXXXXX".utf8CString)
    let file = mkstemp(&name)
    unlink(name)
    return file
}()
private let path = Array("/proc/self/fd/\(memory)".utf8) + [0]

/// Decodes a small picture whole, and the last corner of a large one.
private func decode(_ open: () throws(ImageRefusal) -> any ImageFile) {
    guard let file = try? open() else { return }
    let (size, pixelBytes) = (file.description.levels[0], file.description.pixelBytes)
    precondition(size.width > 0 && size.height > 0, "a picture without pixels")
    let isSmall = size.width <= 256 && size.height <= 256
    // A format without random access is decoded from the top.
    guard isSmall || file.description.isRandomAccess else { return }
    let (width, height) = isSmall ? (size.width, size.height) : (min(size.width, 40), min(size.height, 9))
    let window = ImageWindow(x: size.width - width, y: size.height - height, width: width, height: height)
    guard let samples = try? file.samples(0, window) else { return }
    precondition(samples.count == width * height * pixelBytes, "samples of another size")
}

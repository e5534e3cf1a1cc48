import Foundation

/// Common formats that are recognized and not read.
package enum OtherFormat {
    /// Returns a sentence about a file in such a format, in lower case; nil for other files.
    static func sentence(_ prefix: [UInt8]) -> String? {
        func starts(_ text: String, _ offset: Int) -> Bool {
            let bytes = Array(text.utf8)
            return prefix.count >= offset + bytes.count
                && prefix[offset..<(offset + bytes.count)].elementsEqual(bytes)
        }
        if starts("DICM", 128) { return dicom(prefix) }
        let known: [(magic: String, offset: Int, name: String)] = [
            ("PK\u{03}\u{04}", 0, "a ZIP archive"),
            ("SQLite format 3", 0, "an SQLite file"), ("ustar", 257, "a tar archive"), ("BZh", 0, "a bzip2 file"),
            ("Rar!", 0, "a RAR archive"), ("gimp xcf", 0, "a GIMP image"),
            ("%!PS", 0, "a PostScript file"), ("AC10", 0, "a DWG drawing"),
            ("PMTiles", 0, "a PMTiles archive"), ("\u{7F}ELF", 0, "a program"), ("OggS", 0, "an Ogg file"),
            ("TILELOG1", 0, "a part of an archive: join the parts with tilework merge"),
        ]
        return known.first { starts($0.magic, $0.offset) }.map { "this is \($0.name)" }
    }

    /// The class of whole-slide images (DICOM PS3.4, B.5: VL Whole Slide Microscopy Image Storage). It is among the
    /// first elements of a file.
    private static let slideClass = Array("1.2.840.10008.5.1.4.1.1.77.1.6".utf8)

    private static func dicom(_ prefix: [UInt8]) -> String {
        prefix.prefix(4096).firstRange(of: slideClass) == nil
            ? "this is a DICOM image: export it as TIFF or PNG"
            : "this is a part of a whole-slide image in DICOM: convert the series to a TIFF pyramid, for example with "
                + "bfconvert of Bio-Formats"
    }

    /// Returns a sentence about a folder in such a format, in lower case; nil for other folders.
    ///
    /// A folder of Zarr has a description of its own (`.zgroup`, `.zarray`, or `zarr.json` since version 3), which
    /// tells `zarr_format`, and its pixels in any number of files.
    package static func sentence(ofFolder path: String) -> String? {
        let format = Array("\"zarr_format\"".utf8)
        let isZarr = [".zgroup", ".zarray", "zarr.json"].contains { name in
            guard let file = FileBytes("\(path)/\(name)"),
                let text = file.bytes(at: 0, count: min(file.count, 64 << 10))
            else { return false }
            return text.firstRange(of: format) != nil
        }
        return isZarr
            ? "this is a folder of Zarr, as of OME-Zarr: convert it to OME-TIFF, for example with raw2ometiff" : nil
    }
}

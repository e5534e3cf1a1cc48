import Foundation

/// The recognition of slide scanners' files among other TIFF and JPEG files.
///
/// It only decides which decoder is tried first: a file that OpenSlide rejects is read as plain TIFF or JPEG.
enum SlideSignature {
    /// Returns whether a file of a given kind looks like a scanner's. Reads the first directory of a TIFF.
    static func isSlide(_ path: String, _ kind: ContentKind) -> Bool {
        switch kind {
        case .slide: return true
        case .jpeg:
            // 3DHISTECH: a small picture, with the rest in a folder beside it.
            guard path.lowercased().hasSuffix(".mrxs") else { return false }
            return access("\(path.dropLast(5))/Slidedat.ini", R_OK) == 0
        case .tiff: return isScannersTIFF(path)
        default: return false
        }
    }

    /// The longest description that is read, in bytes. Descriptions of many channels in XML have some hundred thousand.
    private static let longestText = 1 << 22

    /// Compares the tags that the scanners' programs write (OpenSlide's documentation of its formats).
    private static func isScannersTIFF(_ path: String) -> Bool {
        guard let file = FileBytes(path), let reader = TIFFReader(file.descriptor),
            let directory = reader.directory(of: .page(0))
        else { return false }
        func text(_ tag: TIFFReader.Tag) -> String { reader.text(tag, of: directory, most: longestText) ?? "" }
        let description = text(.imageDescription)
        let software = text(.software)
        return description.hasPrefix("Aperio") || description.contains("leica-microsystems.com/scn")
            || description.contains("<iScan") || software.hasPrefix("Philips") || software.hasPrefix("MedScan")
            || text(.make).hasPrefix("Hamamatsu")
    }
}

/// The type of a TIFF page's samples, as stated in its directory (TIFF 6.0, sections 8 and 19).
struct TIFFSampleType: Hashable {
    /// The number of bits of a sample.
    var bits: Int
    /// The sample format from 1 to 6: unsigned and signed integers, floating point, untyped, and two formats of complex
    /// numbers.
    var format: Int

    init(_ reader: TIFFReader, of directory: TIFFReader.Directory) {
        bits = reader.value(.bitsPerSample, of: directory) ?? 1
        format = reader.value(.sampleFormat, of: directory) ?? 1
    }

    /// Whether libvips 8.14 reads such samples (`rtiff_guess_format`).
    var isReadByVips: Bool {
        switch bits {
        case 1, 2, 4, 8, 16: [1, 2, 4].contains(format)
        case 32: [1, 2, 3, 4].contains(format)
        default: false
        }
    }

    /// The type as a phrase for people: "64-bit floating-point numbers".
    var title: String {
        switch format {
        case 3: "\(bits)-bit floating-point numbers"
        case 5, 6: "\(bits)-bit complex numbers"
        default: "\(bits)-bit whole numbers"
        }
    }
}

import CVips

/// The reason why a decoder refuses a request.
struct ImageRefusal: Error {
    enum Kind {
        /// The file is damaged, or a library can't decode it.
        case damaged
        /// The file is a variant of its format that is not read.
        case unsupported
    }

    var kind = Kind.damaged
    var message: String

    init(_ message: String) { self.message = message }

    /// Returns the refusal of a variant of a format.
    ///
    /// - Parameter what: The variant as a sentence without its period: “it is a bitmap of 64 bits”.
    static func unsupported(_ what: String) -> ImageRefusal {
        var refusal = ImageRefusal(what)
        refusal.kind = .unsupported
        return refusal
    }

    /// The refusal of a file, or of rows of one, that ends too soon.
    static var endsEarly: ImageRefusal {
        ImageRefusal("the file ends early, and no part of the picture can be decoded")
    }

    /// Returns the refusal of pixels that libvips cannot decode, with its last error.
    static func ofPixels() -> ImageRefusal {
        ImageRefusal("a part of the picture can't be decoded (\(ofVips().message))")
    }

    /// Returns the last error of libvips.
    static func ofVips() -> ImageRefusal {
        let text = String(cString: vips_error_buffer())
        vips_error_clear()
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.isEmpty }
        // libvips repeats a line for each layer that reports the error.
        let distinct = lines.enumerated().filter { !lines.prefix($0.offset).contains($0.element) }.map(\.element)
        return ImageRefusal(
            distinct.isEmpty ? "unknown reason" : distinct.prefix(3).joined(separator: "; "))
    }
}

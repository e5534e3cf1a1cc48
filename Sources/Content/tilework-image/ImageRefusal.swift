import CVips

/// The reason why a decoder refuses a request.
struct ImageRefusal: Error {
    var message: String

    init(_ message: String) { self.message = message }

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

/// Display names of libvips's color spaces.
enum ColorSpaceName {
    /// Returns the name of a color space, for example "sRGB".
    ///
    /// - Parameter nickname: The nickname in libvips (`VipsInterpretation`), for example "srgb".
    static func title(of nickname: String) -> String {
        switch nickname {
        case "srgb": "sRGB"
        case "scrgb": "scRGB"
        case "rgb", "rgb16": "RGB"
        case "b-w", "grey16": "gray"
        case "cmyk": "CMYK"
        case "hsv": "HSV"
        case "lab", "labq", "labs": "CIE Lab"
        case "lch": "CIE LCh"
        case "cmc": "CMC LCh"
        case "xyz": "CIE XYZ"
        case "yxy": "CIE Yxy"
        case "multiband": "not stated"
        default: nickname
        }
    }
}

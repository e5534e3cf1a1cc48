import ImageMessages

/// An open image file, which provides samples with 8 or 16 bits.
protocol ImageFile: AnyObject {
    var description: ImageDescription { get }

    /// Decodes a window, which must be within the level.
    func samples(_ level: Int, _ window: ImageWindow) throws(ImageRefusal) -> [UInt8]
}

/// Opens image files.
enum ImageFiles {
    /// Opens a file.
    ///
    /// - Parameter path: The path with a terminating zero.
    static func open(_ path: [UInt8], _ format: ImageFormat) throws(ImageRefusal) -> any ImageFile {
        switch format {
        case .gif, .heif, .jpegXL, .slide: try VipsFile(path, format)
        case .jpeg2000: try JPEG2000Files.open(path)
        case .bmp: try BMPFile.open(ImageBytes(path))
        case .pnm: try PNMFile.open(ImageBytes(path))
        case .pfm: try PFMFile(ImageBytes(path))
        case .radiance: try RadianceFile(ImageBytes(path))
        case .qoi: try QOIFile(ImageBytes(path))
        case .photoshop: try PhotoshopFile(ImageBytes(path))
        case .rgbInJPEG2000: try RGBInJPEG2000(ImageBytes(path))
        }
    }
}

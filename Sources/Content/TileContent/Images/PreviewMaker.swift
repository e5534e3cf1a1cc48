/// A maker of an image's first preview, which reads only a part of the file or decodes it at a reduced size. Only one
/// thread may use it at a time.
protocol PreviewMaker: AnyObject {
    /// Does a few milliseconds of work.
    ///
    /// - Returns: Whether there is more to do.
    func step(_ preview: ImagePreview) throws(ContentFailure) -> Bool
}

extension ImageHeader {
    /// Returns a preview maker, or nil if the file can only be read from the top at full size.
    func makePreviewMaker(for preview: ImagePreview) -> (any PreviewMaker)? {
        guard orientation == .upright else { return nil }
        if let worker { return LevelSampler(worker, preview) }
        switch kind {
        case .tiff:
            if let raster { return (try? raster.open(raster.page)).map { TIFFSampler($0) } }
            guard let page = TIFFPage(path, page: .page(page)), has(page.samples) else { return nil }
            return TIFFSampler(page)
        case .jpeg: return try? JPEGShrinker(self, preview)
        default: return nil
        }
    }
}

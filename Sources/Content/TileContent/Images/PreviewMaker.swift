/// Makes a first preview of an image's file without reading all of it, or not at full size. For one thread at a time.
protocol PreviewMaker: AnyObject {
    /// Does some milliseconds of work.
    ///
    /// - Returns: Whether there is more to do.
    func step(_ preview: ImagePreview) throws(ContentFailure) -> Bool
}

extension ImageHeader {
    /// Nil when the file can only be read from the top, at full size.
    func makePreviewMaker(for preview: ImagePreview) -> (any PreviewMaker)? {
        guard orientation == .upright else { return nil }
        if let worker { return LevelSampler(worker, preview) }
        switch kind {
        case .tiff:
            guard let page = TIFFPage(path, page: .page(page)), has(page.samples) else { return nil }
            return TIFFSampler(page)
        case .jpeg: return try? JPEGShrinker(self, preview)
        default: return nil
        }
    }
}

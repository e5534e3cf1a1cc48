extension UIImage {
    /// Whether `draw(in:)` shows the pixels of `cgImage` as they are: neither turned nor tinted,
    /// and not a symbol, which is drawn at any size.
    package var showsItsPixels: Bool { traits.orientation == .up && traits.tint == nil && !isSymbolImage }
}

extension UIImage {
    /// Whether `draw(in:)` shows the pixels of `cgImage` as they are: neither turned nor tinted.
    package var showsItsPixels: Bool { traits.orientation == .up && traits.tint == nil }
}

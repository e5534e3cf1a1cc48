/// Features that the reader leaves to librsvg, for tests of islands. They are in one place, because the reader gains
/// features.
enum LibrsvgFeature {
    /// A declaration that the reader does not support, with no effect.
    static let style = "font: caption"
}

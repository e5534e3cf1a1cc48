/// What the reader leaves to librsvg, for tests of that way. One place, because the reader learns.
enum LibrsvgFeature {
    /// A declaration that changes nothing and that the reader does not do.
    static let style = "transform: rotate(0turn)"
}

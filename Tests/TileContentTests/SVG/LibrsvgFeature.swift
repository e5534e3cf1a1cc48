/// What the reader leaves to librsvg, for tests of that way. One place, because the reader learns.
enum LibrsvgFeature {
    /// An element that draws nothing and asks for what the reader does not do.
    static let element = "<g style='transform: rotate(0turn)'/>"
}

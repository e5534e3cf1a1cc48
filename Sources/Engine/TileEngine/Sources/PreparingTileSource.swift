/// A source some of whose tiles would wait for work that can be done before anybody asks for them: the decoding of
/// images inside a drawing, say. What it draws is the same with that work done and without.
public protocol PreparingTileSource: TileSource {
    /// Whether there is such work now. Cheap; asked after each render, for who looks at one tile will look at others.
    var needsPreparation: Bool { get }

    /// Whether the next piece is worth slowing those tiles for that are drawn meanwhile, since they or the next would
    /// wait for it. Other pieces are begun only while none is drawn.
    var isPreparationUrgent: Bool { get }

    /// Does a piece of it that takes no longer than a tile, and only what finds memory that nobody else uses.
    func prepareMore()
}

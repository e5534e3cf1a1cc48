/// A source with work that can be done before its tiles are requested, for example decoding the images of a drawing.
/// Its output is the same whether or not the work has been done.
public protocol PreparingTileSource: TileSource {
    /// Whether such work remains. Cheap; read after each render, because a client that views one tile will view others.
    var needsPreparation: Bool { get }

    /// Whether the next piece is worth slowing down the tiles being drawn, because they or the next ones would wait for
    /// it. Other pieces start only while no tile is drawn.
    var isPreparationUrgent: Bool { get }

    /// Does one piece of the work. A piece takes no longer than a tile, and uses only memory that is otherwise free.
    func prepareMore()
}

/// A source that is drawn by a program's own code, part by part as it changes, and counts that: a tree of views.
package protocol DrawCountingTileSource: TileSource {
    /// How often a part of it was drawn by its code since it was made. Cheap, and from any thread.
    var drawCount: Int { get }
}

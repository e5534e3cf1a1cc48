/// The viewer's pages and scripts, as they come with a program that is built with this package: SwiftPM puts them
/// beside it.
public enum ViewerFiles {
    /// From the program's folder.
    public static let folder = "Tilework_ViewerFiles.resources/viewer"
}

/// The viewer's pages and scripts. SwiftPM puts them beside each program that is built with this package.
public enum ViewerFiles {
    /// The path of the files relative to the program's folder.
    public static let folder = "Tilework_ViewerFiles.resources/viewer"
}

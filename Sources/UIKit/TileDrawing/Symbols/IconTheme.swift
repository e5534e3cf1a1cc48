import Foundation
import TileGeometry
import TileGraphics

/// The symbolic icons of the desktop theme, as Debian's adwaita-icon-theme installs them: drawings of paths in a square
/// of 16 units. Icons are looked up in fixed folders; a theme's `index.theme` is not read.
struct IconTheme: Sendable {
    static let installed = IconTheme(
        dataFolders: (ProcessInfo.processInfo.environment["XDG_DATA_DIRS"] ?? "")
            .split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init))

    private let roots: [String]

    /// - Parameter dataFolders: The folders that hold `icons`; empty for the standard ones.
    init(dataFolders: [String]) {
        let folders = dataFolders.isEmpty ? ["/usr/local/share", "/usr/share"] : dataFolders
        roots = folders.flatMap { folder in
            ["Adwaita/symbolic", "Adwaita/scalable", "hicolor/symbolic"].map { folder + "/icons/" + $0 }
        }
    }

    private static let contexts = [
        "actions", "apps", "categories", "devices", "emblems", "emotes", "legacy", "mimetypes", "places", "status",
        "ui",
    ]
    private static let side: CGFloat = 16
    /// The largest size of a file in bytes. Icons are some kilobytes.
    private static let maxFileSize = 100_000
    /// The area that contains the paths of an icon, in its units. Some lie partly outside the square.
    private static let area = CGRect(x: -16, y: -16, width: 48, height: 48)

    /// Returns the icon that the table gives for a symbol, or for its plain or filled variant.
    func glyph(ofSymbol name: String) -> SymbolGlyph? {
        let plain = name.hasSuffix(".fill") ? String(name.dropLast(5)) : name
        return (SymbolTable.icons[name] ?? SymbolTable.icons[plain]).flatMap { icon(named: $0) }
    }

    /// Returns an icon.
    ///
    /// - Parameter name: A name without "-symbolic".
    /// - Returns: nil if it is not installed, or not a drawing of paths.
    func icon(named name: String) -> SymbolGlyph? {
        for root in roots {
            for context in Self.contexts {
                let file = "\(root)/\(context)/\(name)-symbolic.svg"
                var status = stat()
                guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
                    let handle = FileHandle(forReadingAtPath: file)
                else { continue }
                defer { try? handle.close() }
                guard let data = try? handle.read(upToCount: Self.maxFileSize + 1), data.count <= Self.maxFileSize,
                    let glyph = Self.glyph(of: String(decoding: data, as: UTF8.self))
                else { continue }
                return glyph
            }
        }
        return nil
    }

    /// Returns the paths of a drawing. Transforms are not read: icons of the theme have none.
    ///
    /// - Returns: nil for a drawing without paths, with transforms, or with a path far outside the square.
    static func glyph(of drawing: String) -> SymbolGlyph? {
        guard !drawing.contains("transform=") else { return nil }
        // From the theme's square to that of symbols, with the margin that symbols have.
        let factor = (SymbolGlyph.side - 3) / side
        let place = CGAffineTransform(a: factor, b: 0, c: 0, d: factor, tx: 1.5, ty: 1.5)
        var pieces: [SymbolGlyph.Piece] = []
        var rest = drawing[...]
        var room = SymbolPath.maxSegments
        while pieces.count < 100, let start = rest.range(of: " d=\"") {
            rest = rest[start.upperBound...]
            guard let end = rest.firstIndex(of: "\"") else { break }
            let path = SymbolPath.reading(rest[..<end], isPlainSVG: true, room: &room).path
            rest = rest[end...]
            guard !path.isEmpty else { continue }
            guard area.contains(path.boundingBoxOfPath) else { return nil }
            pieces.append(SymbolGlyph.Piece(path: path.transformed(by: place), role: .letter))
        }
        return pieces.isEmpty ? nil : SymbolGlyph(pieces)
    }
}

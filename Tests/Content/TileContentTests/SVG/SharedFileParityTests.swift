import Foundation
import TestSupport
import Testing
import TileEngine
import TileGeometry
import TileGraphics

@testable import TileContent

/// Real files, large and machine-made, compared with librsvg. They are not part of the project; without them these
/// tests print a note and pass. Drawings with stretched text are left out, because librsvg aligns it otherwise than
/// browsers.
@Suite struct SharedFileParityTests {
    /// The folder of shared files: `TILEWORK_SHARED`, or `shared` beside the project.
    static func path(_ name: String) -> String? {
        let shared =
            ProcessInfo.processInfo.environment["TILEWORK_SHARED"]
            ?? Repository.root.deletingLastPathComponent().appendingPathComponent("shared").path
        let path = "\(shared)/data/\(name)"
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }

    @Test(
        arguments: [
            ("worldmap.svg", [0.3, 1, 4, 32])
        ])
    func aSharedFileLooksAsLibrsvgDrawsIt(_ name: String, _ scales: [Double]) throws {
        guard let path = Self.path(name) else {
            print("\(name) is not there: set TILEWORK_SHARED to the folder that has it in data/. Nothing was compared.")
            return
        }
        let document = try SVGDocument.open(path)
        guard case .picture = document.route else {
            Issue.record("\(name) should be read into a picture, not \(document.route)")
            return
        }
        let reference = try ReferenceDrawing(path, contentSize: document.source.contentSize)
        for scale in scales {
            let width = Int(Double(document.source.contentSize.width) * scale)
            let height = Int(Double(document.source.contentSize.height) * scale)
            // The whole drawing if it is small, and otherwise rects spread over it: librsvg takes the whole document's
            // time for each.
            let side = 512
            let places =
                width <= 1200
                ? [(0, 0, width, height)]
                : [(0.3, 0.3), (0.52, 0.45), (0.8, 0.7)].map {
                    (Int($0.0 * Double(width)), Int($0.1 * Double(height)), side, side)
                }
            for (x, y, areaWidth, areaHeight) in places {
                try ParityCheck.area(
                    document.source, reference,
                    RasterArea(scale: scale, x: x, y: y, width: areaWidth, height: areaHeight), tileSize: 256,
                    name: "\(name)-\(x)-\(y)")
            }
        }
    }
}

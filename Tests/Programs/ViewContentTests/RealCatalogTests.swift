import Foundation
import Testing
import TileDrawing
import ViewContent

/// Asset catalogs of other programs, in a folder that `TILEWORK_ASSETS` names. Images that can't be shown are counted.
@Suite("Asset catalogues of others' programs")
struct RealCatalogTests {
    private static let folder = ProcessInfo.processInfo.environment["TILEWORK_ASSETS"]

    @Test(
        "have their images and colors shown, and what is not is counted",
        .enabled(if: folder != nil, "set TILEWORK_ASSETS to a folder with asset catalogues to read them"))
    func all() throws {
        ContentImages.begin()
        let root = URL(fileURLWithPath: try #require(Self.folder))
        var counts: [String: Int] = [:]
        let paths = (FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.allObjects ?? [])
            .compactMap { $0 as? URL }.filter { ["imageset", "colorset"].contains($0.pathExtension) }
        for folder in paths.sorted(by: { $0.path < $1.path }) {
            let parts = folder.path.components(separatedBy: ".xcassets/")
            guard parts.count == 2 else { continue }
            let name = (parts[1] as NSString).deletingPathExtension
            let bundle = try #require(
                Bundle(path: (parts[0] as NSString).deletingLastPathComponent), "\(folder.path)")
            AssetCatalogs.addFoldersAbove(bundle.bundleURL)
            let isThere =
                folder.pathExtension == "colorset"
                ? UIColor(named: name, in: bundle, compatibleWith: nil) != nil
                : UIImage(named: name, in: bundle, compatibleWith: nil)?.cgImage != nil
            let kinds = Set(
                ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).map {
                    ($0 as NSString).pathExtension.lowercased()
                }
            ).subtracting(["json"]).sorted().joined(separator: " ")
            counts["\(folder.pathExtension) \(isThere ? "shows" : "does not"): \(kinds)", default: 0] += 1
            if !isThere { print(folder.path) }
        }
        for (what, count) in counts.sorted(by: { $0.key < $1.key }) { print("\(count)\t\(what)") }
        #expect(!paths.isEmpty)
    }
}

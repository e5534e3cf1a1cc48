import Foundation
import Testing
import TileControllers
import TileLists
import TileViews

@testable import TileNibs

@Suite struct BundleTests {
    /// Returns a bundle of files in a new folder.
    private func bundle(_ files: [String: String]) throws -> (bundle: Bundle, remove: () -> Void) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).bundle")
        for (name, text) in files {
            let file = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let bundle = try #require(Bundle(path: folder.path))
        return (bundle, { try? FileManager.default.removeItem(at: folder) })
    }

    private static func xib(_ view: String, _ outlets: String = "") -> String {
        """
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0"><objects>
        <placeholder placeholderIdentifier="IBFilesOwner" id="-1"><connections>\(outlets)</connections></placeholder>
        \(view)</objects></document>
        """
    }

    @Test func `a controller's view comes out of the nib that it names, or that is named as its class`() throws {
        let nib = Self.xib(
            "<view tag=\"5\" id=\"v\"><rect key=\"frame\" x=\"0\" y=\"0\" width=\"9\" height=\"9\"/></view>",
            "<outlet property=\"view\" destination=\"v\" id=\"o\"/>")
        let (bundle, remove) = try bundle(["Board.xib": nib, "DetailScene.xib": nib])
        defer { remove() }
        #expect(UIViewController(nibName: "Board", bundle: bundle).view.tag == 5)
        #expect(DetailScene(nibName: nil, bundle: bundle).view.tag == 5)
        #expect(UIViewController(nibName: nil, bundle: bundle).view.tag == 0)
    }

    @Test func `a bundle loads nibs, in the texts of a language`() throws {
        let nib = Self.xib(
            "<label text=\"Departures\" id=\"lab\"><rect key=\"frame\" x=\"0\" y=\"0\" width=\"9\" height=\"9\"/></label>"
        )
        let (bundle, remove) = try bundle(["Base.lproj/Board.xib": nib, "Other.txt": ""])
        defer { remove() }
        let label = try #require(bundle.loadNibNamed("Board", owner: nil)?.first as? UILabel)
        #expect(label.text == "Departures")
        #expect(bundle.loadNibNamed("None", owner: nil) == nil)
        do {
            _ = try UINib(nibName: "None", bundle: bundle).objects(withOwner: nil)
            Issue.record("nothing was thrown")
        } catch {
            #expect("\(error)".contains("there is no None.nib and no None.xib"))
        }
    }

    @Test func `a nib is registered for the cells of a table`() throws {
        let nib = Self.xib(
            """
            <tableViewCell reuseIdentifier="row" tag="3" id="c"><rect key="frame" x="0" y="0" width="9" height="44"/>
            <tableViewCellContentView key="contentView" id="cc"/></tableViewCell>
            """)
        let (bundle, remove) = try bundle(["Row.xib": nib])
        defer { remove() }
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 300))
        table.register(UINib(nibName: "Row", bundle: bundle), forCellReuseIdentifier: "row")
        #expect(table.dequeueReusableCell(withIdentifier: "row")?.tag == 3)
    }
}

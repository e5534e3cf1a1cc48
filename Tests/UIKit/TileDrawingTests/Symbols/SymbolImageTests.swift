import Foundation
import Testing
import TileGraphics
import TileSupport

@testable import TileDrawing

@Suite("UIImage(systemName:)")
struct SymbolImageTests {
    private func symbol(_ name: String, _ configuration: UIImage.SymbolConfiguration? = nil) throws -> UIImage {
        try #require(UIImage(systemName: name, withConfiguration: configuration))
    }

    /// The share of a rect's pixels that are covered.
    private func coverage(_ image: UIImage) throws -> Double {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 2
        let drawn = UIGraphicsImageRenderer(size: image.size, format: format).image { _ in image.draw(at: .zero) }
        let bitmap = try #require(drawn.cgImage).bitmap
        let rows = (0..<bitmap.height).map { bitmap.row($0).reduce(0) { $0 + Double($1 >> 24) / 255 } }
        return rows.reduce(0, +) / Double(bitmap.width * bitmap.height)
    }

    @Test("all text of the table is read, and its paths lie within the square")
    func table() throws {
        #expect(SymbolLibrary.tableNames.count > 250)
        // Lines extend beyond the square by half their width.
        let square = CGRect(x: 0, y: 0, width: 24, height: 24).insetBy(dx: -1.7, dy: -1.7)
        for (name, text) in SymbolTable.texts {
            let glyph = try #require(SymbolLibrary.glyph(name, depth: 0), "\(name)")
            for piece in glyph.pieces {
                #expect(!piece.path.isEmpty && square.contains(piece.path.boundingBoxOfPath), "\(name)")
            }
            guard !text.hasPrefix("=") else { continue }
            let parts = text.split(separator: "|")
            #expect(glyph.pieces.count == parts.count, "\(name)")
            for part in parts {
                var room = 1000
                let path = part.drop { $0 != " " }
                #expect(SymbolPath.reading(path, isPlainSVG: false, room: &room).isComplete, "\(name): \(part)")
            }
        }
        // An icon of the theme is only used for names without a drawing.
        #expect(SymbolTable.icons.keys.filter { SymbolLibrary.glyph($0, depth: 0) != nil } == [])
    }

    @Test("symbols have ink at the thinnest and the boldest weight, within their images")
    func weights() throws {
        let names = SymbolLibrary.tableNames
        for name in stride(from: 0, to: names.count, by: names.count / 20).map({ names[$0] }) {
            for weight in [UIImage.SymbolWeight.ultraLight, .black] {
                let image = try symbol(name, UIImage.SymbolConfiguration(pointSize: 24, weight: weight))
                #expect(try coverage(image) > 0.01, "\(name)")
                #expect(image.size.width < 40 && image.size.height < 40, "\(name) is \(image.size)")
            }
        }
    }

    @Test("variants are composed, by several endings too")
    func variants() throws {
        for name in [
            "star.circle.fill", "bell.slash.fill", "person.badge.plus", "xmark.square", "heart.slash.circle.fill",
            "a.circle", "42.square.fill", "exclamationmark.triangle.fill", "folder.fill.badge.minus", "bell.badge",
        ] {
            #expect(try coverage(symbol(name)) > 0.05, "\(name)")
            #expect(SymbolLibrary.glyph(name, depth: 0) != nil)
        }
        #expect(try coverage(symbol("heart.fill")) > 1.5 * coverage(symbol("heart")))
        // The sign in a filled circle is a hole.
        #expect(try coverage(symbol("plus.circle.fill")) < coverage(symbol("circle.fill")))
    }

    @Test("a circle is 0.996 of the point size high, and the scales differ by their factors")
    func metrics() throws {
        func height(_ size: CGFloat, _ scale: UIImage.SymbolScale) throws -> CGFloat {
            let configuration = UIImage.SymbolConfiguration(pointSize: size, weight: .regular, scale: scale)
            return try symbol("circle", configuration).size.height
        }
        // 0.996 of the size for the ink, and a margin of half a unit, a fortieth of the ink, on both sides.
        #expect(try height(100, .medium) == 105)
        #expect(try height(100, .small) == 84)
        #expect(try height(100, .large) == 134)
        #expect(try height(200, .medium) == 210)
        let chevron = try symbol("chevron.right").size
        #expect(chevron.width < chevron.height * 0.7)
        let font = UIFont.systemFont(ofSize: 17)
        let circle = try symbol("circle")
        // Centered at half the height of capitals.
        let center = circle.size.height / 2 - (circle.baselineOffsetFromBottom ?? 0)
        #expect(abs(center - font.capHeight / 2) < 0.01)
    }

    @Test("configurations are applied over one another; a text style follows the size category")
    func configurations() throws {
        let bold = UIImage.SymbolConfiguration(pointSize: 20, weight: .bold)
        let large = UIImage.SymbolConfiguration(scale: .large)
        let both = bold.applying(large)
        #expect(both == UIImage.SymbolConfiguration(pointSize: 20, weight: .bold, scale: .large))
        #expect(both != bold && both.hash != bold.hash)
        #expect(both.configurationWithoutScale() == bold)
        #expect(bold.applying(nil) == bold && bold.applying(UIImage.SymbolConfiguration.unspecified) == bold)
        #expect(UIImage.SymbolConfiguration(font: .boldSystemFont(ofSize: 20)) == bold)
        let image = try symbol("star")
        #expect(image.isSymbolImage && image.symbolConfiguration == .unspecified && image.renderingMode == .automatic)
        let applied = try #require(image.applyingSymbolConfiguration(bold)?.applyingSymbolConfiguration(large))
        #expect(applied.symbolConfiguration == both && applied.size.width > image.size.width)
        #expect(image.withConfiguration(bold).symbolConfiguration == bold)
        #expect(applied.withConfiguration(UIImage.Configuration(traitCollection: nil)).symbolConfiguration == both)
        #expect(UIImage().applyingSymbolConfiguration(bold) == nil && !UIImage().isSymbolImage)
        let title = UIImage.SymbolConfiguration(textStyle: .title1)
        let huge = UITraitCollection(preferredContentSizeCategory: .accessibilityExtraExtraExtraLarge)
        let size = try symbol("circle", title).size
        let grown = try symbol("circle", title.withTraitCollection(huge)).size
        // 28 and 58 points.
        #expect(abs(grown.width / size.width - 58.0 / 28) < 0.05)
        // A view's traits take precedence over the image's.
        let standard = UITraitCollection(preferredContentSizeCategory: .large)
        let displayed = try symbol("circle", title.withTraitCollection(huge)).displayed(preferring: nil, for: standard)
        #expect(displayed.size == size)
        let infinite = UITraitCollection(displayScale: .infinity)
        #expect(try symbol("circle", title.withTraitCollection(infinite)).size == size)
        #expect(UIFont.Weight.semibold.symbolWeight() == .semibold && UIFont.Weight(.nan).symbolWeight() == .regular)
    }

    @Test("a baseline that a program sets or removes stays when the configuration changes")
    func baselines() throws {
        let image = try symbol("star")
        let bold = UIImage.SymbolConfiguration(pointSize: 30, weight: .bold)
        func offset(_ image: UIImage) -> CGFloat? { image.applyingSymbolConfiguration(bold)?.baselineOffsetFromBottom }
        #expect(try offset(image) == symbol("star", bold).baselineOffsetFromBottom)
        #expect(offset(image.withBaselineOffset(fromBottom: 3)) == 3)
        #expect(offset(image.imageWithoutBaseline()) == nil)
    }

    @Test("a symbol with caps is cut into nine parts like other images")
    func caps() throws {
        let size = UIImage.SymbolConfiguration(pointSize: 40)
        let image = try symbol("square.fill", size).withTintColor(.red)
            .resizableImage(withCapInsets: UIEdgeInsets(top: 15, left: 15, bottom: 15, right: 15))
        let drawn = UIGraphicsImageRenderer(size: CGSize(width: 90, height: 90)).image { _ in
            image.draw(in: CGRect(x: 0, y: 0, width: 90, height: 90))
        }
        let row = try #require(drawn.cgImage).bitmap.row(45)
        #expect((5..<85).allSatisfy { row[$0] == 0xFFFF_0000 })
    }

    @Test("colors: the tint, levels of one color, a palette, own colors")
    func colors() throws {
        func colors(_ image: UIImage) throws -> Set<UInt32> {
            let bitmap = try #require(image.cgImage).bitmap
            return Set((0..<bitmap.height).flatMap { Array(bitmap.row($0)) }.filter { $0 >> 24 == 255 })
        }
        let name = "checkmark.circle.fill"
        let size = UIImage.SymbolConfiguration(pointSize: 60)
        #expect(try colors(symbol(name, size)) == [0xFF00_0000])
        let palette = size.applying(UIImage.SymbolConfiguration(paletteColors: [.white, .red]))
        #expect(try colors(symbol(name, palette)).isSuperset(of: [0xFFFF_FFFF, 0xFFFF_0000]))
        let levels = size.applying(UIImage.SymbolConfiguration(hierarchicalColor: .blue))
        #expect(try colors(symbol(name, levels)).contains(0xFF00_00FF))
        #expect(try coverage(symbol(name, levels)) < coverage(symbol(name, size)))
        let own = size.applying(UIImage.SymbolConfiguration.preferringMulticolor())
        #expect(try colors(symbol("heart.fill", own)).isDisjoint(with: [0xFF00_0000]))
        let pale = try #require(UIImage(systemName: "wifi", variableValue: 0.2, configuration: size))
        #expect(try coverage(pale) < coverage(symbol("wifi", size)))
        let tinted = try symbol("star.fill", size).withTintColor(.red, renderingMode: .alwaysOriginal)
        #expect(try colors(UIImage(data: #require(tinted.pngData()))!) == [0xFFFF_0000])
        // Pixels follow the current traits.
        let label = try symbol("star.fill", size.applying(UIImage.SymbolConfiguration(paletteColors: [.label])))
        #expect(try colors(label) == [0xFF00_0000])
        let dark = UITraitCollection(userInterfaceStyle: .dark)
        #expect(try dark.performAsCurrent { try colors(label) } == [0xFFFF_FFFF])
    }

    @Test("an unknown name is a neutral shape and is reported once; what cannot be a name is nil")
    func unknown() throws {
        let reports = Lock<[String]>([])
        SymbolNotes.report { text in reports.withLock { $0.append(text) } }
        defer { SymbolNotes.report(to: nil) }
        let image = try symbol("no.such.symbol.at.all")
        let again = try symbol("no.such.symbol.at.all")
        #expect(image.size == again.size)
        #expect(try coverage(image) > 0.05)
        #expect(try symbol(".").size == image.size)
        let mine = reports.withLock { $0 }.filter { $0.contains("no.such.symbol.at.all") }
        #expect(
            mine == ["no drawing of the system image no.such.symbol.at.all: a neutral shape is shown instead"])
        let long = String(repeating: "a.", count: 50_000)
        for name in ["", "Star", "star\u{0}", "../../etc/passwd", "_close", "★", long] {
            #expect(UIImage(systemName: name) == nil)
        }
        let nested = "star" + String(repeating: ".slash", count: 15)
        #expect(UIImage(systemName: nested) != nil)
    }

    @Test("sizes that are no sizes are ignored", arguments: [0, -4, .nan, .infinity, 1e300] as [CGFloat])
    func sizes(_ size: CGFloat) throws {
        let image = try symbol("star", UIImage.SymbolConfiguration(pointSize: size, weight: .black))
        let plain = try symbol("star", UIImage.SymbolConfiguration(weight: .black))
        if size == 1e300 {
            #expect(image.size.width < 3000)
        } else {
            #expect(image.size == plain.size)
        }
    }

    @Test("archives keep name, size and weight")
    func archives() throws {
        let image = try symbol("heart", UIImage.SymbolConfiguration(textStyle: .title2, scale: .large))
        let archive = try NSKeyedArchiver.archivedData(withRootObject: image, requiringSecureCoding: true)
        let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: UIImage.self, from: archive))
        #expect(copy.isSymbolImage && copy.size == image.size && copy.symbolConfiguration == image.symbolConfiguration)
        let pale = try #require(UIImage(systemName: "wifi", variableValue: 0.25))
        let data = try NSKeyedArchiver.archivedData(withRootObject: pale, requiringSecureCoding: true)
        let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: UIImage.self, from: data))
        #expect(read.traits.symbol?.variableValue == 0.25)
    }

    @Test("icons of a theme are found in its folders, and files that are no drawings are not")
    func iconTheme() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("icons-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let actions = folder.appendingPathComponent("icons/Adwaita/symbolic/actions")
        try FileManager.default.createDirectory(at: actions, withIntermediateDirectories: true)
        func write(_ name: String, _ text: String) throws {
            try Data(text.utf8).write(to: actions.appendingPathComponent(name + "-symbolic.svg"))
        }
        try write("square", #"<svg viewBox="0 0 16 16"><path fill="black" d="m 0 0 h 16 v 16 h -16 z"/></svg>"#)
        try write("noise", "\u{1}\u{2} d=\"M nan e e e 1e400 ....\"")
        try write("turned", #"<svg><path transform="rotate(3)" d="m 0 0 h 16 v 16 z"/></svg>"#)
        try write("far", #"<svg><path d="m 0 0 h 40 v 16 z"/></svg>"#)
        try write("long", #"<svg><path d="m 0 0 h 16 v 16 z"/></svg>"# + String(repeating: " ", count: 100_000))
        #expect(mkfifo(actions.appendingPathComponent("pipe-symbolic.svg").path, 0o600) == 0)
        let theme = IconTheme(dataFolders: [folder.path])
        let glyph = try #require(theme.icon(named: "square"))
        let bounds = SymbolShape(glyph, thickness: 1).bounds
        #expect(bounds.insetBy(dx: -0.01, dy: -0.01).contains(CGRect(x: 6, y: 6, width: 84, height: 84)))
        #expect(abs(bounds.width - 84) < 0.01 && abs(bounds.height - 84) < 0.01)
        #expect(theme.icon(named: "noise") == nil && theme.icon(named: "turned") == nil)
        for name in ["far", "long", "pipe"] { #expect(theme.icon(named: name) == nil) }
        #expect(theme.icon(named: "missing") == nil && theme.glyph(ofSymbol: "percent.missing") == nil)
    }

    @Test("arcs of SVG's paths end where they say, and a broken path ends where it breaks")
    func paths() {
        let half = SymbolPath.path("M0 5A5 5 0 0 1 10 5", isPlainSVG: true)
        let box = half.boundingBoxOfPath
        #expect(abs(box.minY) < 0.01 && abs(box.maxX - 10) < 0.01 && abs(box.maxY - 5) < 0.01)
        #expect(half.currentPoint.x.rounded() == 10)
        #expect(SymbolPath.path("M1 1L5 1 X 9 9").boundingBoxOfPath == CGRect(x: 1, y: 1, width: 4, height: 0))
        #expect(SymbolPath.path("m1-1.5.5h3v2z", isPlainSVG: true).isEmpty == false)
        #expect(SymbolPath.path("").isEmpty)
        var room = 3
        let line = SymbolPath.reading("M0 0L1 0 2 0 3 0", isPlainSVG: true, room: &room)
        #expect(line.path.currentPoint == CGPoint(x: 2, y: 0) && !line.isComplete && room == 0)
    }
}

import Foundation
import Testing
import TileBars
import TileDrawing
import TileGraphics
import TileViews

/// Blurs, glass and corners over rows of text, shapes and colors.
@Suite("Materials as stored", .enabled(if: Font.isSystem))
struct MaterialImageTests {
    /// A colorful page with an effect view for each effect, one above another.
    final class Stage: UIView {
        init(
            _ views: [UIView], style: UIUserInterfaceStyle = .light, isRightToLeft: Bool = false,
            text: UIContentSizeCategory = .large
        ) {
            super.init(frame: CGRect(x: 0, y: 0, width: 200, height: 220))
            traitOverrides.preferredContentSizeCategory = text
            traitOverrides.layoutDirection = isRightToLeft ? .rightToLeft : .leftToRight
            overrideUserInterfaceStyle = style
            backgroundColor = .systemBackground
            clipsToBounds = true
            let colors: [UIColor] = [.systemRed, .systemTeal, .systemYellow, .systemIndigo, .systemGreen]
            for index in 0..<11 {
                let mark = UIView(
                    frame: CGRect(x: CGFloat(index * 67 % 170), y: CGFloat(index) * 20 + 3, width: 34, height: 14))
                mark.backgroundColor = colors[index % 5]
                mark.layer.cornerRadius = 7
                addSubview(mark)
                let label = UILabel(frame: CGRect(x: 10, y: CGFloat(index) * 20, width: 180, height: 20))
                label.text = "Platform \(index + 1), on time"
                addSubview(label)
            }
            for view in views { addSubview(view) }
        }

        required init?(coder: NSCoder) { nil }
    }

    /// One pixel a point, because blurs make large files.
    private var sheet: Sheet {
        var sheet = Sheet(columns: 4, width: 200, height: 220)
        sheet.scale = 1
        return sheet
    }

    private func effect(_ effect: UIVisualEffect, _ y: CGFloat, height: CGFloat = 44, title: String) -> UIView {
        let view = UIVisualEffectView(effect: effect)
        view.frame = CGRect(x: 12, y: y, width: 176, height: height)
        let label = UILabel(frame: view.bounds)
        label.text = title
        label.font = .preferredFont(forTextStyle: .headline)
        label.textAlignment = .center
        label.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.contentView.addSubview(label)
        return view
    }

    private func tinted(_ color: UIColor) -> UIGlassEffect {
        let glass = UIGlassEffect(style: .regular)
        glass.tintColor = color
        return glass
    }

    @Test("blurs of every thickness, and glass: regular, clear and tinted, in light and in dark")
    func materials() throws {
        let stages = [UIUserInterfaceStyle.light, .dark].flatMap { style in
            [
                Stage(
                    [
                        effect(UIBlurEffect(style: .systemUltraThinMaterial), 4, title: "Ultra thin"),
                        effect(UIBlurEffect(style: .systemThinMaterial), 58, title: "Thin"),
                        effect(UIBlurEffect(style: .systemMaterial), 112, title: "Regular"),
                        effect(UIBlurEffect(style: .systemThickMaterial), 166, title: "Thick"),
                    ], style: style),
                Stage(
                    [
                        effect(UIGlassEffect(style: .regular), 4, title: "Glass"),
                        effect(UIGlassEffect(style: .clear), 58, title: "Clear"),
                        effect(tinted(.systemOrange), 112, title: "Tinted"),
                        corners(effect(UIGlassEffect(style: .regular), 166, title: "Corners")),
                    ], style: style),
            ]
        }
        try expectImage("materials", sheet.views(stages))
    }

    private func corners(_ view: UIView) -> UIView {
        view.cornerConfiguration = .corners(
            topLeftRadius: 4, topRightRadius: 22, bottomLeftRadius: 22, bottomRightRadius: 4)
        return view
    }

    private func buttons(
        _ titles: [String] = ["Glass", "Prominent", "Clear", "Clear, prominent"], height: CGFloat = 44
    ) -> [UIView] {
        let configurations: [UIButton.Configuration] = [
            .glass(), .prominentGlass(), .clearGlass(), .prominentClearGlass(),
        ]
        return titles.indices.map { index in
            let button = UIButton(configuration: configurations[index])
            button.setTitle(titles[index], for: .normal)
            button.frame = CGRect(x: 12, y: 4 + CGFloat(index) * (height + 10), width: 176, height: height)
            return button
        }
    }

    /// A container with glass that is joined, that swells, and that is apart.
    private func container(_ style: UIGlassEffect.Style) -> UIView {
        let effect = UIGlassContainerEffect()
        effect.spacing = 14
        let view = UIVisualEffectView(effect: effect)
        view.frame = CGRect(x: 0, y: 8, width: 200, height: 200)
        let frames = [
            CGRect(x: 12, y: 0, width: 44, height: 44), CGRect(x: 64, y: 0, width: 44, height: 44),
            CGRect(x: 118, y: 0, width: 70, height: 44), CGRect(x: 12, y: 70, width: 44, height: 44),
            CGRect(x: 75, y: 70, width: 44, height: 44), CGRect(x: 12, y: 150, width: 110, height: 44),
            CGRect(x: 132, y: 116, width: 56, height: 78),
        ]
        for frame in frames {
            let glass = UIVisualEffectView(effect: UIGlassEffect(style: style))
            glass.frame = frame
            view.contentView.addSubview(glass)
        }
        return view
    }

    /// A background with a title that continues on two sides.
    private func extended() -> UIView {
        let view = UIBackgroundExtensionView(frame: CGRect(x: 0, y: 0, width: 200, height: 220))
        let content = UIView(frame: CGRect(x: 60, y: 40, width: 140, height: 180))
        content.backgroundColor = .systemTeal
        let sun = UIView(frame: CGRect(x: 14, y: 20, width: 60, height: 60))
        sun.backgroundColor = .systemOrange
        sun.layer.cornerRadius = 30
        let label = UILabel(frame: CGRect(x: 12, y: 110, width: 120, height: 40))
        label.text = "Harbor"
        label.font = .preferredFont(forTextStyle: .title1)
        for each in [sun, label] { content.addSubview(each) }
        view.automaticallyPlacesContentView = false
        view.contentView = content
        return view
    }

    @Test("glass that merges, regular and clear, and a background that is extended, in light and in dark")
    func mergedGlass() throws {
        let stages = [UIUserInterfaceStyle.light, .dark].flatMap { style in
            [Stage([container(.regular)], style: style), Stage([container(.clear)], style: style)]
        }
        try expectImage(
            "glass-and-extension",
            sheet.views(stages + [Stage([extended()]), Stage([extended()], style: .dark)]))
    }

    @Test("glass buttons in light and dark, from right to left and with the largest text")
    func glassButtons() throws {
        try expectImage(
            "buttons-of-glass",
            sheet.views([
                Stage(buttons()), Stage(buttons(), style: .dark), Stage(buttons(), isRightToLeft: true),
                Stage(buttons(["Glass", "Tint"], height: 96), text: .accessibilityExtraExtraExtraLarge),
            ]))
    }

    @Test("concentric corners in a card, with a border and a shadow")
    func concentricCorners() throws {
        func card(_ configuration: UICornerConfiguration, _ inset: CGFloat, clips: Bool) -> UIView {
            let card = UIView(frame: CGRect(x: 12, y: 12, width: 96, height: 72))
            card.backgroundColor = .systemTeal
            card.cornerConfiguration = configuration
            card.layer.shadowOpacity = 0.5
            let inner = UIView(frame: card.bounds.insetBy(dx: inset, dy: inset))
            inner.backgroundColor = .systemIndigo
            inner.cornerConfiguration = .corners(radius: .containerConcentric())
            inner.layer.borderWidth = 2
            inner.layer.borderColor = UIColor.systemYellow.cgColor
            card.addSubview(inner)
            card.clipsToBounds = clips
            return card
        }
        try expectImage(
            "corner-configurations",
            Sheet(columns: 4, width: 120, height: 96).views([
                card(.corners(radius: 28), 8, clips: false), card(.capsule(), 12, clips: false),
                card(.uniformEdges(topRadius: 32, bottomRadius: 10), 6, clips: true),
                card(
                    .corners(topLeftRadius: 40, topRightRadius: nil, bottomLeftRadius: 8, bottomRightRadius: 20), 4,
                    clips: false),
            ]))
    }
}

public import Foundation
import TileGraphics

extension UIImage: NSSecureCoding {
    public static var supportsSecureCoding: Bool { true }

    /// Its pixels as a PNG file, and how they are shown; a tint in the color of the current traits. An animation is
    /// coded by its images.
    public func encode(with coder: NSCoder) {
        if let images {
            coder.archive(list: images, forKey: "images")
            coder.encode(duration, forKey: "duration")
            return
        }
        if let symbol = traits.symbol, !symbol.hasColors {
            coder.encode(symbol.name as NSString, forKey: "symbol")
            if let value = symbol.variableValue { coder.encode(value, forKey: "symbolValue") }
            encodeSettings(symbol.settings, with: coder)
        }
        guard let pixels = traits.pixels, let file = UIImage(cgImage: pixels).pngData() else { return }
        coder.encode(file as NSData, forKey: "file")
        coder.encode(Double(traits.scale), forKey: "scale")
        coder.encode(traits.orientation.rawValue, forKey: "orientation")
        coder.encode(traits.renderingMode.rawValue, forKey: "renderingMode")
        coder.encode(traits.resizingMode.rawValue, forKey: "resizingMode")
        coder.encode(traits.isStretchable, forKey: "isStretchable")
        coder.encode(traits.flipsForRightToLeft, forKey: "flipsForRightToLeft")
        coder.archive(traits.capInsets, forKey: "capInsets")
        coder.archive(traits.alignmentRectInsets, forKey: "alignmentRectInsets")
        if let offset = traits.baselineOffset { coder.encode(Double(offset), forKey: "baselineOffset") }
        if let tint = traits.tint { coder.encode(tint, forKey: "tint") }
    }

    /// - Returns: nil when there are no images to decode, or a file is damaged.
    public convenience init?(coder: NSCoder) {
        let images = coder.archivedObjects("images", of: UIImage.self)
        if !images.isEmpty {
            let duration = coder.archivedNumber("duration") ?? 0
            guard
                let animation = UIImage.animatedImage(
                    with: images, duration: Self.durations.contains(duration) ? duration : 0)
            else { return nil }
            self.init(animation.traits, images: images, duration: animation.duration)
            return
        }
        guard coder.containsValue(forKey: "file") else {
            self.init()
            return
        }
        guard let scale = coder.archivedLength("scale"), Self.scales.contains(scale),
            let file = coder.archivedObject("file", of: NSData.self) as Data?, let pixels = CGImage.decoding(file)
        else { return nil }
        var traits = ImageTraits(pixels: pixels, scale: scale, orientation: coder.archivedCase("orientation") ?? .up)
        traits.renderingMode = coder.archivedCase("renderingMode") ?? .automatic
        traits.resizingMode = coder.archivedCase("resizingMode") ?? .tile
        traits.isStretchable = coder.archivedFlag("isStretchable") ?? false
        traits.flipsForRightToLeft = coder.archivedFlag("flipsForRightToLeft") ?? false
        traits.capInsets = coder.archivedInsets("capInsets") ?? .zero
        traits.alignmentRectInsets = coder.archivedInsets("alignmentRectInsets") ?? .zero
        traits.baselineOffset = coder.archivedLength("baselineOffset")
        traits.tint = coder.archivedObject("tint", of: UIColor.self)
        if let name = coder.archivedText("symbol"),
            let symbol = UIImage(
                symbol: name, variableValue: coder.archivedNumber("symbolValue"), Self.decodedConfiguration(coder))?
                .traits
        {
            traits.symbol = symbol.symbol
            traits.configuration = symbol.configuration
        }
        self.init(traits)
    }

    private func encodeSettings(_ settings: SymbolSettings, with coder: NSCoder) {
        switch settings.size {
        case .points(let points): coder.encode(Double(points), forKey: "symbolSize")
        case .style(let style): coder.encode(style.rawValue as NSString, forKey: "symbolStyle")
        case nil: break
        }
        coder.encode(settings.weight.rawValue, forKey: "symbolWeight")
        coder.encode(settings.scale.rawValue, forKey: "symbolScale")
    }

    private static func decodedConfiguration(_ coder: NSCoder) -> SymbolConfiguration {
        let rest = SymbolConfiguration(
            pointSize: coder.archivedLength("symbolSize") ?? 0,
            weight: coder.archivedCase("symbolWeight") ?? .unspecified,
            scale: coder.archivedCase("symbolScale") ?? .unspecified)
        guard let style = coder.archivedText("symbolStyle") else { return rest }
        return SymbolConfiguration(textStyle: UIFont.TextStyle(rawValue: style)).applying(rest)
    }

    /// Pixels a point that anybody can mean.
    private static let scales: ClosedRange<CGFloat> = 1e-3...1e3
    /// Seconds that anybody can mean.
    private static let durations: ClosedRange<TimeInterval> = 1e-3...1e6
}

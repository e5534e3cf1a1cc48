public import Foundation
import TileGraphics

extension UIImage: NSSecureCoding {
    public static var supportsSecureCoding: Bool { true }

    /// Its pixels as a PNG file, and how they are shown; a tint in the colour of the current traits. An animation is coded
    /// by its images.
    public func encode(with coder: NSCoder) {
        if let images {
            coder.encode(images as NSArray, forKey: "images")
            coder.encode(duration, forKey: "duration")
            return
        }
        guard let pixels = traits.pixels, let file = UIImage(cgImage: pixels).pngData() else { return }
        coder.encode(file as NSData, forKey: "file")
        coder.encode(Double(traits.scale), forKey: "scale")
        coder.encode(traits.orientation.rawValue, forKey: "orientation")
        coder.encode(traits.renderingMode.rawValue, forKey: "renderingMode")
        coder.encode(traits.resizingMode.rawValue, forKey: "resizingMode")
        coder.encode(traits.isStretchable, forKey: "isStretchable")
        coder.encode(traits.flipsForRightToLeft, forKey: "flipsForRightToLeft")
        coder.encode(NSCoder.string(for: traits.capInsets) as NSString, forKey: "capInsets")
        coder.encode(NSCoder.string(for: traits.alignmentRectInsets) as NSString, forKey: "alignmentRectInsets")
        if let offset = traits.baselineOffset { coder.encode(Double(offset), forKey: "baselineOffset") }
        if let tint = traits.tint { coder.encode(tint, forKey: "tint") }
    }

    /// - Returns: nil when there are no images to decode, or a file is damaged.
    public convenience init?(coder: NSCoder) {
        if coder.containsValue(forKey: "images") {
            guard
                let images = coder.decodeObject(of: [NSArray.self, UIImage.self], forKey: "images") as? [UIImage],
                let animation = UIImage.animatedImage(
                    with: images, duration: Self.sane(coder.decodeDouble(forKey: "duration"), 1e-3...1e6) ?? 0)
            else { return nil }
            self.init(animation.traits, images: images, duration: animation.duration)
            return
        }
        guard coder.containsValue(forKey: "file") else {
            self.init()
            return
        }
        let scale = Self.sane(coder.decodeDouble(forKey: "scale"), 1e-3...1e3)
        guard let file = coder.decodeObject(of: NSData.self, forKey: "file") as Data?,
            let pixels = CGImage.decoding(file), let scale
        else { return nil }
        var traits = ImageTraits(
            pixels: pixels, scale: scale,
            orientation: Orientation(rawValue: coder.decodeInteger(forKey: "orientation")) ?? .up)
        traits.renderingMode = RenderingMode(rawValue: coder.decodeInteger(forKey: "renderingMode")) ?? .automatic
        traits.resizingMode = ResizingMode(rawValue: coder.decodeInteger(forKey: "resizingMode")) ?? .tile
        traits.isStretchable = coder.decodeBool(forKey: "isStretchable")
        traits.flipsForRightToLeft = coder.decodeBool(forKey: "flipsForRightToLeft")
        func insets(_ key: String) -> UIEdgeInsets {
            guard coder.containsValue(forKey: key),
                let text = coder.decodeObject(of: NSString.self, forKey: key) as String?
            else { return .zero }
            let insets = NSCoder.uiEdgeInsets(for: text)
            let all = [insets.top, insets.left, insets.bottom, insets.right]
            return all.allSatisfy { Self.sane(Double($0), -1e6...1e6) != nil } ? insets : .zero
        }
        traits.capInsets = insets("capInsets")
        traits.alignmentRectInsets = insets("alignmentRectInsets")
        if coder.containsValue(forKey: "baselineOffset") {
            traits.baselineOffset = Self.sane(coder.decodeDouble(forKey: "baselineOffset"), -1e6...1e6).map {
                CGFloat($0)
            }
        }
        if coder.containsValue(forKey: "tint") { traits.tint = coder.decodeObject(of: UIColor.self, forKey: "tint") }
        self.init(traits)
    }

    /// An archive's number, if anybody can mean it.
    private static func sane(_ number: Double, _ range: ClosedRange<Double>) -> Double? {
        range.contains(number) ? number : nil
    }
}

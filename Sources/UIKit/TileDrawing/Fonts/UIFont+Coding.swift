public import Foundation
import TileGraphics

extension UIFont: NSSecureCoding {
    public static var supportsSecureCoding: Bool { true }

    /// Encodes the request: family, size, traits, and the PostScript name of an exact face, and how the font grows with
    /// the preferred content size. A reader without that face gets the nearest installed font.
    public func encode(with coder: NSCoder) {
        coder.archive(request.family, forKey: "family")
        coder.encode(request.size, forKey: "size")
        coder.encode(Self.styles.firstIndex(of: request.style) ?? 0, forKey: "style")
        coder.encode(request.weight, forKey: "weight")
        coder.encode(Self.stretches.firstIndex(of: request.stretch) ?? 0, forKey: "stretch")
        coder.encode(request.isSmallCaps, forKey: "isSmallCaps")
        coder.encode(request.hasTabularDigits, forKey: "hasTabularDigits")
        coder.archive(request.postScriptName, forKey: "postScriptName")
        coder.archive(textStyle?.rawValue, forKey: "textStyle")
        guard let scaling else { return }
        coder.archive(scaling.textStyle.rawValue, forKey: "scalingStyle")
        coder.encode(scaling.base.size, forKey: "scalingBaseSize")
        coder.encode(scaling.maxSize, forKey: "scalingMaxSize")
    }

    /// The largest size read from an archive, in points: larger than any practical size, and within the limits of text
    /// layout.
    private static let largestArchivedSize = 10_000.0

    /// - Returns: nil if the archive has no family.
    public convenience init?(coder: NSCoder) {
        guard let family = coder.archivedText("family") else { return nil }
        var request = FontRequest(
            family: family, size: min(coder.archivedNumber("size") ?? 0, Self.largestArchivedSize))
        request.style = Self.numbered(coder.archivedInteger("style"), in: Self.styles) ?? .normal
        request.weight = min(1000, max(1, coder.archivedInteger("weight") ?? 400))
        request.stretch = Self.numbered(coder.archivedInteger("stretch"), in: Self.stretches) ?? .normal
        // Set after style, weight and stretch, because setting these clears it.
        request.postScriptName = coder.archivedText("postScriptName")
        request.isSmallCaps = coder.archivedFlag("isSmallCaps") ?? false
        request.hasTabularDigits = coder.archivedFlag("hasTabularDigits") ?? false
        self.init(
            request, textStyle: coder.archivedText("textStyle").map { TextStyle(rawValue: $0) },
            scaling: Self.decodedScaling(coder, request))
    }

    private static func decodedScaling(_ coder: NSCoder, _ request: FontRequest) -> FontScaling? {
        guard let style = coder.archivedText("scalingStyle"), let size = coder.archivedNumber("scalingBaseSize"),
            size > 0, size <= largestArchivedSize
        else { return nil }
        // A scaled font differs from its base in the size only.
        var base = request
        base.size = size
        var scaling = FontScaling(textStyle: TextStyle(rawValue: style), base: base)
        if let maxSize = coder.archivedNumber("scalingMaxSize"), maxSize > 0 { scaling.maxSize = maxSize }
        return scaling
    }

    // The styles, indexed by their numbers in archives.
    private static let styles: [FontStyle] = [.normal, .italic, .oblique]
    private static let stretches: [FontStretch] = [
        .ultraCondensed, .extraCondensed, .condensed, .semiCondensed, .normal, .semiExpanded, .expanded,
        .extraExpanded, .ultraExpanded,
    ]

    private static func numbered<Value>(_ number: Int?, in values: [Value]) -> Value? {
        number.flatMap { values.indices.contains($0) ? values[$0] : nil }
    }
}

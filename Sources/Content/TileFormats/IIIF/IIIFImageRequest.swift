/// An image request, parsed from its path `{region}/{size}/{rotation}/{quality}.{format}`, before it is resolved for an
/// image.
///
/// See section 4 of the Image API, 3.0 and 2.1.
package struct IIIFImageRequest: Hashable, Sendable {
    package enum Region: Hashable, Sendable {
        case full
        /// The largest centered square.
        case square
        case pixels(x: Int, y: Int, width: Int, height: Int)
        case percent(x: Double, y: Double, width: Double, height: Double)
    }

    package enum Size: Hashable, Sendable {
        /// The largest available size.
        case max
        /// The full size of the region, in version 2 only.
        case full
        case width(Int)
        case height(Int)
        case percent(Double)
        case exact(Int, Int)
        /// The largest size with the region's aspect ratio that fits.
        case within(Int, Int)
    }

    package enum Quality: String, CaseIterable, Sendable {
        case `default`, color, gray, bitonal
    }

    package enum Format: String, CaseIterable, Sendable {
        case jpg, png, webp, avif, jxl
    }

    package var version: IIIFVersion
    package var region: Region
    package var size: Size
    /// Whether the image may be larger than the region.
    package var enlarges: Bool
    package var isMirrored: Bool
    /// The rotation in degrees clockwise, 0 to 360.
    package var rotation: Double
    package var quality: Quality
    package var format: Format

    /// Parses a request.
    ///
    /// - Parameter path: The path after the image's identifier and its slash, percent-decoded.
    package init(_ path: some StringProtocol, version: IIIFVersion) throws(IIIFProblem) {
        let parts = path.split(separator: "/" as Character, omittingEmptySubsequences: false).map { String($0) }
        guard parts.count == 4 else {
            throw IIIFProblem("images are at {region}/{size}/{rotation}/{quality}.{format}")
        }
        self.version = version
        region = try Self.region(parts[0])
        (size, enlarges) = try Self.size(parts[1], version)
        (rotation, isMirrored) = try Self.rotation(parts[2])
        guard let dot = parts[3].lastIndex(of: ".") else {
            throw IIIFProblem(
                "invalid ending “\(parts[3].prefix(40))”: use {quality}.{format}, such as default.jpg")
        }
        let (quality, format) = (parts[3][..<dot], parts[3][parts[3].index(after: dot)...])
        guard let quality = Quality(rawValue: String(quality)) else {
            throw IIIFProblem("invalid quality “\(quality.prefix(40))”: use \(Self.names(Quality.allCases))")
        }
        guard let format = Format(rawValue: String(format)) else {
            throw IIIFProblem("invalid format “\(format.prefix(40))”: use \(Self.names(Format.allCases))")
        }
        (self.quality, self.format) = (quality, format)
    }

    /// The values of an enumeration as a choice: “default, color, gray, or bitonal”.
    private static func names<Value: RawRepresentable<String>>(_ values: [Value]) -> String {
        values.dropLast().map { "\($0.rawValue), " }.joined() + "or " + (values.last?.rawValue ?? "")
    }

    private static func region(_ text: String) throws(IIIFProblem) -> Region {
        switch text {
        case "full": return .full
        case "square": return .square
        default: break
        }
        if text.hasPrefix("pct:") {
            let numbers = text.dropFirst(4).numbers(decimal)
            guard numbers.count == 4, let all = numbers.known else { throw problem(text) }
            return .percent(x: all[0], y: all[1], width: all[2], height: all[3])
        }
        guard case let numbers = text[...].numbers(whole), numbers.count == 4, let all = numbers.known else {
            throw problem(text)
        }
        return .pixels(x: all[0], y: all[1], width: all[2], height: all[3])

        func problem(_ text: String) -> IIIFProblem {
            IIIFProblem("invalid region “\(text.prefix(40))”: use full · square · x,y,w,h · pct:x,y,w,h")
        }
    }

    private static func size(_ text: String, _ version: IIIFVersion) throws(IIIFProblem) -> (Size, Bool) {
        let isUp = version == .v3 && text.hasPrefix("^")
        let rest = text.dropFirst(isUp ? 1 : 0)
        // Version 2 has no `^` for requesting upscaling.
        let enlarges = isUp || version == .v2
        let problem = IIIFProblem(
            "invalid size “\(text.prefix(40))”: use \(version == .v2 ? "full · " : "")max · w,h · w, · ,h · !w,h · pct:n"
                + (version == .v3 ? ", or one of these after ^" : ""))
        if rest == "max" { return (.max, enlarges) }
        if rest == "full", version == .v2 { return (.full, enlarges) }
        if rest.hasPrefix("pct:") {
            guard let percent = decimal(rest.dropFirst(4)), percent > 0 else { throw problem }
            return (.percent(percent), enlarges)
        }
        let isWithin = rest.hasPrefix("!")
        let numbers = rest.dropFirst(isWithin ? 1 : 0)
            .split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
        guard numbers.count == 2 else { throw problem }
        let sides = numbers.map(whole)
        guard zip(sides, numbers).allSatisfy({ $0 != nil || $1.isEmpty }), !sides.contains(0) else { throw problem }
        switch (sides[0], sides[1]) {
        case (let width?, let height?):
            return (isWithin ? .within(width, height) : .exact(width, height), enlarges)
        case (let width?, nil) where !isWithin: return (.width(width), enlarges)
        case (nil, let height?) where !isWithin: return (.height(height), enlarges)
        default: throw problem
        }
    }

    private static func rotation(_ text: String) throws(IIIFProblem) -> (Double, Bool) {
        let isMirrored = text.hasPrefix("!")
        guard let degrees = decimal(text.dropFirst(isMirrored ? 1 : 0)), degrees <= 360 else {
            throw IIIFProblem(
                "invalid rotation “\(text.prefix(40))”: use 0 to 360 degrees, with ! in front to mirror")
        }
        return (degrees == 360 ? 0 : degrees, isMirrored)
    }

    /// Parses a number that consists of digits only. Huge numbers are clamped to one that is too large for any image.
    private static func whole(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return text.utf8.reduce(0) { min($0 * 10 + Int($1) - 0x30, 1_000_000_000) }
    }

    /// Parses a decimal number without sign and exponent.
    private static func decimal(_ text: Substring) -> Double? {
        guard text.utf8.count <= 40, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") })
        else { return nil }
        return Double(text)
    }
}

extension Substring {
    fileprivate func numbers<Number>(_ number: (Substring) -> Number?) -> [Number?] {
        split(separator: ",", omittingEmptySubsequences: false).map(number)
    }
}

extension [Double?] {
    /// All elements, if none is nil.
    fileprivate var known: [Double]? { contains(nil) ? nil : compactMap { $0 } }
}

extension [Int?] {
    fileprivate var known: [Int]? { contains(nil) ? nil : compactMap { $0 } }
}

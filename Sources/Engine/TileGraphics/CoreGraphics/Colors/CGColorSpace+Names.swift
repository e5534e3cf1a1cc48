extension CGColorSpace {
    // Apple's names for its color spaces.
    public static let sRGB = "kCGColorSpaceSRGB"
    public static let extendedSRGB = "kCGColorSpaceExtendedSRGB"
    public static let linearSRGB = "kCGColorSpaceLinearSRGB"
    public static let extendedLinearSRGB = "kCGColorSpaceExtendedLinearSRGB"
    public static let displayP3 = "kCGColorSpaceDisplayP3"
    public static let dcip3 = "kCGColorSpaceDCIP3"
    public static let adobeRGB1998 = "kCGColorSpaceAdobeRGB1998"
    public static let genericRGBLinear = "kCGColorSpaceGenericRGBLinear"
    public static let acescgLinear = "kCGColorSpaceACESCGLinear"
    public static let rommrgb = "kCGColorSpaceROMMRGB"
    // swift-format-ignore: AlwaysUseLowerCamelCase, Apple's own name.
    public static let itur_709 = "kCGColorSpaceITUR_709"
    // swift-format-ignore: AlwaysUseLowerCamelCase, Apple's own name.
    public static let itur_2020 = "kCGColorSpaceITUR_2020"
    // swift-format-ignore: AlwaysUseLowerCamelCase, Apple's own name.
    public static let genericGrayGamma2_2 = "kCGColorSpaceGenericGrayGamma2_2"
    public static let extendedGray = "kCGColorSpaceExtendedGray"
    public static let linearGray = "kCGColorSpaceLinearGray"
    public static let genericCMYK = "kCGColorSpaceGenericCMYK"
    public static let genericXYZ = "kCGColorSpaceGenericXYZ"
    public static let genericLab = "kCGColorSpaceGenericLab"

    /// The name of the space of `CGColor(gray:alpha:)`. Apple no longer declares a constant for it.
    private static let genericGrayName = "kCGColorSpaceGenericGray"

    /// Creates a space by Apple's name; nil if the name is not one of those above.
    public convenience init?(name: String) {
        guard let known = CGColorSpace.named[name] else { return nil }
        self.init(known.kind, name: name)
    }

    package static let deviceRGB = CGColorSpace(named[sRGB]!.kind, name: "kCGColorSpaceDeviceRGB")
    package static let deviceGray = CGColorSpace(.gray(.sRGB), name: "kCGColorSpaceDeviceGray")
    package static let deviceCMYK = CGColorSpace(.cmyk, name: "kCGColorSpaceDeviceCMYK")
    /// The space that everything is drawn in.
    package static let output = named[sRGB]!
    package static let gray = named[genericGrayGamma2_2]!
    static let genericGray = named[genericGrayName]!
    static let extendedRGB = named[extendedSRGB]!
    static let extendedGrays = named[extendedGray]!
    static let cmyk = named[genericCMYK]!

    private static let named: [String: CGColorSpace] = {
        func rgb(
            red: (Double, Double), green: (Double, Double), blue: (Double, Double),
            white: (Double, Double) = ColorMatrix.d65, curve: ColorCurve
        ) -> Kind {
            // The chromaticities below span a triangle, so the matrix exists.
            .rgb(ColorMatrix(red: red, green: green, blue: blue, white: white)!, [curve, curve, curve])
        }
        func sRGBPrimaries(_ curve: ColorCurve) -> Kind { .rgb(.sRGB, [curve, curve, curve]) }
        let kinds: [String: Kind] = [
            sRGB: sRGBPrimaries(.sRGB),
            extendedSRGB: sRGBPrimaries(.sRGB),
            linearSRGB: sRGBPrimaries(.linear),
            extendedLinearSRGB: sRGBPrimaries(.linear),
            itur_709: sRGBPrimaries(.rec709),
            // SMPTE EG 432-1: P3's primaries, with D65 and sRGB's curve.
            displayP3: rgb(
                red: (0.68, 0.32), green: (0.265, 0.69), blue: (0.15, 0.06), white: ColorMatrix.d65, curve: .sRGB),
            dcip3: rgb(
                red: (0.68, 0.32), green: (0.265, 0.69), blue: (0.15, 0.06), white: (0.314, 0.351),
                curve: ColorCurve(g: 2.6)),
            // Adobe RGB (1998) color image encoding: gamma 563/256.
            adobeRGB1998: rgb(
                red: (0.64, 0.33), green: (0.21, 0.71), blue: (0.15, 0.06), white: ColorMatrix.d65,
                curve: ColorCurve(g: 563.0 / 256)),
            // Apple's old generic display: SMPTE-C's blue and red with Trinitron's green, D65.
            genericRGBLinear: rgb(
                red: (0.625, 0.34), green: (0.28, 0.595), blue: (0.155, 0.07), white: ColorMatrix.d65, curve: .linear),
            // S-2014-004: AP1's primaries and the ACES white point.
            acescgLinear: rgb(
                red: (0.713, 0.293), green: (0.165, 0.83), blue: (0.128, 0.044), white: (0.32168, 0.33767),
                curve: .linear),
            itur_2020: rgb(
                red: (0.708, 0.292), green: (0.17, 0.797), blue: (0.131, 0.046), white: ColorMatrix.d65, curve: .rec709),
            // ISO 22028-2, whose white is D50.
            rommrgb: rgb(
                red: (0.7347, 0.2653), green: (0.1596, 0.8404), blue: (0.0366, 0.0001), white: (0.3457, 0.3585),
                curve: .romm),
            genericGrayGamma2_2: .gray(.sRGB),
            extendedGray: .gray(.sRGB),
            genericGrayName: .gray(.sRGB),
            linearGray: .gray(.linear),
            genericCMYK: .cmyk,
            genericXYZ: .xyz,
            genericLab: .lab(white: .d50, range: [-128, 127, -128, 127]),
        ]
        return Dictionary(uniqueKeysWithValues: kinds.map { ($0.key, CGColorSpace($0.value, name: $0.key)) })
    }()
}

// Global functions of Core Graphics, under its own names.

/// Returns the device RGB space, which is sRGB here.
// swift-format-ignore: AlwaysUseLowerCamelCase, Apple's own name.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { .deviceRGB }

/// Returns the device gray space, which has sRGB's grays here.
// swift-format-ignore: AlwaysUseLowerCamelCase, Apple's own name.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { .deviceGray }

/// Returns the device CMYK space.
// swift-format-ignore: AlwaysUseLowerCamelCase, Apple's own name.
public func CGColorSpaceCreateDeviceCMYK() -> CGColorSpace { .deviceCMYK }

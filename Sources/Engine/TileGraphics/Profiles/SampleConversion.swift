package import Foundation

/// How a picture's samples become pixels in sRGB: by the profile in its file, or as what pictures without one are taken
/// for. The one place that decides it, for images of views, for the server and for builds.
///
/// Without a profile, or with one that does not fit, grays and colors are sRGB's own, and inks are those of
/// `ICCProfile.ofUnknownInks`.
package struct SampleConversion: Sendable {
    /// What a file's samples are, in the order of the model's channels.
    package struct Samples: Hashable, Sendable {
        package var model: ICCProfile.Model
        /// Whether a sample of alpha follows, by which colors are not multiplied.
        package var hasAlpha: Bool
        /// 1 or 2, in the machine's own order.
        package var bytes: Int

        package init(_ model: ICCProfile.Model, hasAlpha: Bool, bytes: Int) {
            precondition(bytes == 1 || bytes == 2, "samples have 8 or 16 bits")
            (self.model, self.hasAlpha, self.bytes) = (model, hasAlpha, bytes)
        }

        package var pixelBytes: Int { (model.channels + (hasAlpha ? 1 : 0)) * bytes }
    }

    package let samples: Samples
    /// The name of the file's profile; nil when it has none, or none that can be read.
    package let profileTitle: String?
    /// Why the file's profile is not used; nil when it is, needs not be, or there is none.
    package let problem: String?
    /// Whether the file's own profile converts. One that says sRGB, give or take a step of 8 bits, does not.
    package let isByProfile: Bool
    private let transform: ProfileTransform?

    /// - Parameter profile: as it lies in the file.
    /// - Complexity: up to 30 ms for a profile of inks that was not among the last few.
    package init(_ samples: Samples, profile data: Data?) {
        self.samples = samples
        var problem: String?
        var own: ProfileTransform?
        var title: String?
        if let data {
            if let profile = ICCProfile(data) {
                title = profile.title
                if profile.model != samples.model {
                    problem = "it is of \(profile.model.title), the picture of \(samples.model.title)"
                } else if let made = ProfileTransform.shared(for: profile, samples) {
                    own = made
                } else {
                    problem = "it does not say how its colors look"
                }
            } else {
                problem = "it is damaged, or of no kind for pictures"
            }
        }
        profileTitle = title
        self.problem = problem
        isByProfile = own.map { !$0.isPlain } ?? false
        if isByProfile {
            transform = own
        } else if samples.model == .cmyk {
            transform = ICCProfile.ofUnknownInks.flatMap { ProfileTransform.shared(for: $0, samples) }
        } else {
            transform = nil
        }
    }

    /// Whether samples are what pixels are, but for their order and number.
    package var isPlain: Bool { transform == nil && samples.model != .cmyk }

    /// Makes premultiplied pixels.
    ///
    /// - Parameters:
    ///   - source: `count` pixels of samples; those of two bytes need not be aligned.
    ///   - target: elsewhere.
    /// - Complexity: O(n) for n pixels. On one core of 2020, millions of pixels a second: 100 of 8 bits by a profile of
    ///   three primaries, 20 of inks.
    package func convert(_ source: UnsafePointer<UInt8>, count: Int, into target: UnsafeMutablePointer<UInt32>) {
        if let transform {
            transform.convert(source, count: count, into: target)
        } else if samples.model == .cmyk {
            PixelConversion.inks(source, samples, count, target)
        } else {
            let bands = samples.model.channels + (samples.hasAlpha ? 1 : 0)
            if samples.bytes == 1 {
                PixelConversion.convert(source, bands: bands, count: count, into: target)
            } else {
                PixelConversion.convertHighBytes(source, bands: bands, count: count, into: target)
            }
        }
    }
}

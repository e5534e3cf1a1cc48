package import Foundation

/// The conversion of an image's samples to sRGB pixels: by the profile in its file, or by the defaults for images
/// without one. It is the only place that decides this, for images of views, for the server and for builds.
///
/// Without a profile, or with one that does not match, grays and RGB are sRGB, and inks use `ICCProfile.ofUnknownInks`.
package struct SampleConversion: Sendable {
    /// The samples of a file, in the order of the model's channels.
    package struct Samples: Hashable, Sendable {
        package var model: ICCProfile.Model
        /// Whether a sample of alpha follows. Colors are not premultiplied.
        package var hasAlpha: Bool
        /// The bytes per sample: 1, or 2 in the machine's byte order.
        package var bytes: Int

        package init(_ model: ICCProfile.Model, hasAlpha: Bool, bytes: Int) {
            precondition(bytes == 1 || bytes == 2, "samples have 8 or 16 bits")
            (self.model, self.hasAlpha, self.bytes) = (model, hasAlpha, bytes)
        }

        package var pixelBytes: Int { (model.channels + (hasAlpha ? 1 : 0)) * bytes }
    }

    package let samples: Samples
    /// The name of the file's profile; nil if there is none or it is unreadable.
    package let profileTitle: String?
    /// The reason why the file's profile is not used; nil if it is used, not needed, or absent.
    package let problem: String?
    /// Whether the file's own profile is applied. A profile that equals sRGB, within a step of 8 bits, is not.
    package let isByProfile: Bool
    private let transform: ProfileTransform?

    /// - Parameter profile: The profile's data from the file.
    /// - Complexity: Up to 30 ms for a profile of inks that is not cached.
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

    /// Whether samples only need to be reordered to become pixels.
    package var isPlain: Bool { transform == nil && samples.model != .cmyk }

    /// Converts samples to premultiplied pixels.
    ///
    /// - Parameters:
    ///   - source: `count` pixels of samples; two-byte samples need not be aligned.
    ///   - target: The destination, which must not overlap the source.
    /// - Complexity: O(n) for n pixels. On one core of 2020, in millions of pixels a second: 100 with an 8-bit RGB
    ///   profile, 20 with inks.
    package func convert(_ source: UnsafePointer<UInt8>, count: Int, into target: UnsafeMutablePointer<UInt32>) {
        if let transform {
            transform.convert(source, count: count, into: target)
        } else if samples.model == .cmyk {
            PixelConversion.inks(source, samples, count: count, target: target)
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

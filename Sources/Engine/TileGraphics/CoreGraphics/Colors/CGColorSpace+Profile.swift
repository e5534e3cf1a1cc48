public import Foundation

extension CGColorSpace {
    /// Creates a space from an ICC profile of grays, RGB or CMYK, with curves or tables. Nil for other profiles and
    /// damaged ones.
    public convenience init?(iccData data: Data) {
        guard let profile = ICCProfile(data) else { return nil }
        self.init(profile.numbers ?? .profile(profile), iccData: data)
    }

    /// Returns an ICC profile of the space: the original one, or a version 4 profile of its parameters. Nil for spaces
    /// that a matrix and curves can't represent: CMYK, L*a*b*, indexed and pattern spaces.
    public func copyICCData() -> Data? { iccData ?? ProfileWriter.data(kind) }
}

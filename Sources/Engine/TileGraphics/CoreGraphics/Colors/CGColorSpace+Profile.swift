public import Foundation

extension CGColorSpace {
    /// A space of an ICC profile of grays, of red, green and blue, or of four inks, of curves or of tables. Nil for
    /// others, and for damaged ones.
    public convenience init?(iccData data: Data) {
        guard let profile = ICCProfile(data) else { return nil }
        self.init(profile.numbers ?? .profile(profile), iccData: data)
    }

    /// An ICC profile of the space: the one that it was made from, or one of version 4 of its numbers. Nil for spaces
    /// that no profile of matrix and curves can say: inks, L*a*b*, indexed and patterns' ones.
    public func copyICCData() -> Data? { iccData ?? ProfileWriter.data(kind) }
}

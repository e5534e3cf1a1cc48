import CLCMS
import Foundation
import TileSupport

extension ICCProfile {
    private static let vips = Lock(false)

    /// Calls what starts libvips while nobody else does: a second start in the middle of one goes on as if it were
    /// over.
    package static func startingVips<Result: Sendable>(_ body: () -> Result) -> Result { vips.withLock { _ in body() } }

    /// What inks are taken to be that a file says nothing of: the profile that libvips has for them. Nil where that
    /// library is not installed, which programs of views alone do not need.
    package static let ofUnknownInks: ICCProfile? = {
        let data = startingVips { () -> Data? in
            var count = 0
            guard let bytes = tilework_unknown_inks(&count), count > 0 else { return nil }
            return Data(bytes: bytes, count: count)
        }
        return data.flatMap { ICCProfile($0) }
    }()
}

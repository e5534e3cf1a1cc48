import CLCMS
import Foundation
import TileSupport

extension ICCProfile {
    private static let vips = Lock(false)

    /// Calls a closure that starts libvips, one at a time: a second start during the first would continue as if that
    /// had finished.
    package static func startingVips<Result: Sendable>(_ body: () -> Result) -> Result { vips.withLock { _ in body() } }

    /// The profile of inks without a profile: the one that libvips uses. Nil if that library is not installed; programs
    /// that only use views don't need it.
    package static let ofUnknownInks: ICCProfile? = {
        let data = startingVips { () -> Data? in
            var count = 0
            guard let bytes = tilework_unknown_inks(&count), count > 0 else { return nil }
            return Data(bytes: bytes, count: count)
        }
        return data.flatMap { ICCProfile($0) }
    }()
}

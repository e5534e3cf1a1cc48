import CLCMS
import Foundation

/// Access to lcms2 without its process-wide state, so that a program that also uses it keeps its own error handler.
enum LittleCMS {
    /// Errors are returned as results; a new context reports no messages by default.
    // nonisolated(unsafe): the context is immutable after its creation, and lcms2 reads it from any thread.
    nonisolated(unsafe) static let context: cmsContext? = cmsCreateContext(nil, nil)

    /// The accepted sizes of profiles. Display profiles have some thousand bytes, printer profiles up to some million.
    static let profileSizes = 132...16 << 20

    /// Opens a profile of a device or a space; nil for device links, abstract profiles, named colors, and invalid data.
    /// The caller closes it.
    ///
    /// Floating-point elements are ignored: image files have 8 or 16 bits, and the programs of elements that such a tag
    /// may hold have no time limit.
    static func open(_ data: Data) -> cmsHPROFILE? {
        guard profileSizes.contains(data.count) else { return nil }
        // lcms2 copies the bytes.
        guard
            let profile = data.withUnsafeBytes({
                cmsOpenProfileFromMemTHR(context, $0.baseAddress, UInt32($0.count))
            })
        else { return nil }
        switch cmsGetDeviceClass(profile) {
        case cmsSigInputClass, cmsSigDisplayClass, cmsSigOutputClass, cmsSigColorSpaceClass: break
        default:
            cmsCloseProfile(profile)
            return nil
        }
        for tag in [
            cmsSigDToB0Tag, cmsSigDToB1Tag, cmsSigDToB2Tag, cmsSigDToB3Tag, cmsSigBToD0Tag, cmsSigBToD1Tag,
            cmsSigBToD2Tag, cmsSigBToD3Tag,
        ] where cmsIsTag(profile, tag) != 0 {
            // Writing nil removes the tag from those in memory.
            cmsWriteTag(profile, tag, nil)
        }
        return profile
    }
}

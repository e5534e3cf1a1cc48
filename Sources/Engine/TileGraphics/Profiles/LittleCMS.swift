import CLCMS
import Foundation

/// lcms2, with nothing of it shared by the whole process: a program that uses it too keeps its own error handler.
enum LittleCMS {
    /// Errors are results here, not messages; a context of its own says nothing by default.
    // nonisolated(unsafe): lcms2 reads a context that is not changed after it was made from any thread at once.
    nonisolated(unsafe) static let context: cmsContext? = cmsCreateContext(nil, nil)

    /// Those of displays have some thousand bytes, those of printers up to some million.
    static let profileSizes = 132...16 << 20

    /// Opens a profile of a device or a space; nil for links between devices, abstract ones and lists of named colors,
    /// and for what is no profile. To be closed.
    ///
    /// Its elements of floating-point numbers do not count: pictures of files have 8 or 16 bits, and programs of
    /// elements, which such a tag may hold, have no bound of time.
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
            // Writing nothing takes the tag off the list of those in memory.
            cmsWriteTag(profile, tag, nil)
        }
        return profile
    }
}

import CLCMS
import Foundation

/// A color profile that is a table from red, green and blue, or from inks, to L*a*b*: of a device that never was, whose
/// colors are plainly others than their numbers.
public enum TableProfile {
    /// - Parameter channels: 3 or 4.
    public static func make(channels: Int) -> Data {
        let profile = cmsCreateProfilePlaceholder(nil)!
        defer { cmsCloseProfile(profile) }
        cmsSetProfileVersion(profile, 2.4)
        cmsSetDeviceClass(profile, cmsSigDisplayClass)
        cmsSetColorSpace(profile, channels == 3 ? cmsSigRgbData : cmsSigCmykData)
        cmsSetPCS(profile, cmsSigLabData)
        let title = cmsMLUalloc(nil, 1)
        defer { cmsMLUfree(title) }
        cmsMLUsetASCII(title, "en", "US", "Table of \(channels)")
        cmsWriteTag(profile, cmsSigProfileDescriptionTag, UnsafeRawPointer(title))
        var white = cmsD50_XYZ()!.pointee
        cmsWriteTag(profile, cmsSigMediaWhitePointTag, &white)
        let pipeline = cmsPipelineAlloc(nil, UInt32(channels), 3)!
        defer { cmsPipelineFree(pipeline) }
        let table = cmsStageAllocCLut16bit(nil, 9, UInt32(channels), 3, nil)!
        cmsStageSampleCLut16bit(
            table,
            { from, to, _ in
                // The channels' number is not passed on; whichever it is, the first three are there.
                let (c, m, y) = (Double(from![0]) / 65535, Double(from![1]) / 65535, Double(from![2]) / 65535)
                let light = pow(0.3 * c + 0.6 * m + 0.1 * y, 1.4)
                to![0] = UInt16(light * 65535)
                to![1] = UInt16((0.5 + 0.2 * (c - m)) * 65535)
                to![2] = UInt16((0.5 + 0.25 * (m - y)) * 65535)
                return 1
            }, nil, 0)
        cmsPipelineInsertStage(pipeline, cmsAT_BEGIN, table)
        cmsWriteTag(profile, cmsSigAToB0Tag, UnsafeRawPointer(pipeline))
        var count: UInt32 = 0
        cmsSaveProfileToMem(profile, nil, &count)
        var data = Data(count: Int(count))
        data.withUnsafeMutableBytes { _ = cmsSaveProfileToMem(profile, $0.baseAddress, &count) }
        return data
    }
}

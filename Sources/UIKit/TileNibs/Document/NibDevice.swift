import Foundation

/// The device on which Interface Builder shows a document, and the size of each scene on it.
struct NibDevice {
    let size: CGSize?
    let isDark: Bool

    init(_ document: NibDocument) {
        let element = document.root.child("device")
        isDark = element?["appearance"] == "dark"
        size = element?["id"].flatMap { Self.sizes[$0] }.map { width, height in
            element?["orientation"] == "landscape"
                ? CGSize(width: height, height: width) : CGSize(width: width, height: height)
        }
    }

    /// Returns the size of a controller or a view: its simulated size if it has one, otherwise the size of its view as
    /// saved, otherwise the size of the device.
    func size(of element: NibElement) -> CGSize {
        let own =
            element.child(key: "freeformSize") ?? element.child("freeformSimulatedSizeMetrics")?.child(key: "size")
        let frame = (element.child(key: "view") ?? element).child(key: "frame")
        return Self.size(own) ?? Self.size(frame) ?? size ?? Self.usual
    }

    private static func size(_ element: NibElement?) -> CGSize? {
        guard let width = element?["width"].flatMap({ Double($0) }),
            let height = element?["height"].flatMap({ Double($0) }), sides.contains(width), sides.contains(height)
        else { return nil }
        return CGSize(width: width, height: height)
    }

    /// The accepted side lengths, in points. Larger values are neither screens nor views that Interface Builder shows.
    private static let sides = 1...16384.0
    /// The size for documents that name no device, which is the one Xcode starts with.
    private static let usual = CGSize(width: 393, height: 852)

    /// The upright sizes in points, by the names that documents use for devices.
    private static let sizes: [String: (Double, Double)] = [
        "retina3_5": (320, 480), "retina4_0": (320, 568), "retina4_7": (375, 667), "retina5_5": (414, 736),
        "retina5_9": (375, 812), "retina6_0": (390, 844), "retina6_1": (414, 896), "retina6_12": (393, 852),
        "retina6_3": (402, 874), "retina6_5": (414, 896), "retina6_7": (428, 926), "retina6_72": (430, 932),
        "retina6_9": (440, 956), "ipad7_9": (768, 1024), "ipad8_3": (744, 1133), "ipad9_7": (768, 1024),
        "ipad10_2": (810, 1080), "ipad10_5": (834, 1112), "ipad10_9rounded": (820, 1180),
        "ipad11_0rounded": (834, 1194), "ipad12_9": (1024, 1366), "ipad12_9rounded": (1024, 1366),
    ]
}

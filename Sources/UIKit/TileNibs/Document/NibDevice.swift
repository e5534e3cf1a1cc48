import Foundation

/// The device on which Interface Builder shows a document, and how large each scene is there.
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

    /// Of a controller, or of a view: its simulated size, where it has one of its own; else that of its view, as it was
    /// saved on the device; else the device's.
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

    /// Points. What is larger is no screen, and no view that Interface Builder shows.
    private static let sides = 1...16384.0
    /// Of a document that names no device: the one that Xcode begins with.
    private static let usual = CGSize(width: 393, height: 852)

    /// In points, upright, by what documents call devices.
    private static let sizes: [String: (Double, Double)] = [
        "retina3_5": (320, 480), "retina4_0": (320, 568), "retina4_7": (375, 667), "retina5_5": (414, 736),
        "retina5_9": (375, 812), "retina6_0": (390, 844), "retina6_1": (414, 896), "retina6_12": (393, 852),
        "retina6_3": (402, 874), "retina6_5": (414, 896), "retina6_7": (428, 926), "retina6_72": (430, 932),
        "retina6_9": (440, 956), "ipad7_9": (768, 1024), "ipad8_3": (744, 1133), "ipad9_7": (768, 1024),
        "ipad10_2": (810, 1080), "ipad10_5": (834, 1112), "ipad10_9rounded": (820, 1180),
        "ipad11_0rounded": (834, 1194), "ipad12_9": (1024, 1366), "ipad12_9rounded": (1024, 1366),
    ]
}

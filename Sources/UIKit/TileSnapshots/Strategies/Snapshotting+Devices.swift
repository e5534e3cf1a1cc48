public import TileControllers
public import TileDrawing
import TileViews

extension Dictionary {
    /// Returns strategies for images of a controller on devices in light and dark mode, with names such as
    /// `iPhone13-dark`.
    ///
    ///     assertSnapshots(of: controller, as: .images(on: ViewImageConfig.allDevices))
    ///
    /// - Parameter traits: The traits on all devices, such as a content size or a layout direction.
    public static func images<Controller: UIViewController>(
        on devices: [ViewImageConfig], styles: [UIUserInterfaceStyle] = [.light, .dark],
        traits: UITraitCollection = UITraitCollection(), precision: Float = 1, perceptualPrecision: Float = 1
    ) -> [String: Snapshotting<Controller, UIImage>]
    where Key == String, Value == Snapshotting<Controller, UIImage> {
        var all: [String: Snapshotting<Controller, UIImage>] = [:]
        for device in devices {
            for style in styles {
                let name = "\(device.name)-\(style == .dark ? "dark" : "light")"
                let own = UITraitCollection(traitsFrom: [traits, UITraitCollection(userInterfaceStyle: style)])
                all[name] = .image(
                    on: device, precision: precision, perceptualPrecision: perceptualPrecision, traits: own)
            }
        }
        return all
    }
}

public import TileControllers
public import TileDrawing
import TileViews

extension Dictionary {
    /// A controller on devices, in light and in dark: a strategy for each, by a name such as `iPhone13-dark`.
    ///
    ///     assertSnapshots(of: controller, as: .images(on: ViewImageConfig.allDevices))
    ///
    /// - Parameter traits: of all of them: a content size, a direction.
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

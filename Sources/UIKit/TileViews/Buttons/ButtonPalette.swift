import Foundation
import TileDrawing

/// The colors of a configured button in its current state.
struct ButtonPalette {
    let foreground: UIColor
    /// The background color; nil for none.
    let background: UIColor?

    /// The opacity of the tint color in a pale background, and the remaining opacity of colors while pressed.
    private static let paleness: CGFloat = 0.18
    private static let pressed: CGFloat = 0.75

    init(_ configuration: UIButton.Configuration, _ button: UIButton) {
        let tint = button.role == .destructive ? UIColor.systemRed : button.tintColor ?? .systemBlue
        let isUpdated = button.automaticallyUpdatesConfiguration
        guard button.isEnabled || !isUpdated else {
            foreground = .tertiaryLabel
            background = configuration.style == .plain || configuration.style.glass != nil ? nil : .tertiarySystemFill
            return
        }
        var style = configuration.style
        if button.isSelected, isUpdated, configuration.automaticallyUpdateForSelection {
            // A selected button is one step more prominent.
            style = style.selected
        }
        let base = configuration.baseBackgroundColor
        let (text, fill): (UIColor, UIColor?) =
            switch style {
            case .plain: (tint, base)
            case .tinted: (tint, (base ?? tint).withAlphaComponent(Self.paleness))
            case .gray: (tint, base ?? .secondarySystemFill)
            case .filled: (.white, base ?? tint)
            case .glass, .clearGlass: (.label, base)
            case .prominentGlass, .prominentClearGlass: (.white, base ?? tint)
            }
        let color = configuration.baseForegroundColor ?? text
        guard button.isHighlighted, isUpdated else {
            (foreground, background) = (color, fill)
            return
        }
        foreground = style == .filled ? color : color.faded(by: Self.pressed)
        background = fill?.faded(by: Self.pressed)
    }
}

extension UIButton.Configuration.Style {
    /// The style of a selected button: one step more prominent.
    fileprivate var selected: Self {
        switch self {
        case .plain, .gray: .tinted
        case .tinted, .filled: .filled
        case .glass, .prominentGlass: .prominentGlass
        case .clearGlass, .prominentClearGlass: .prominentClearGlass
        }
    }

    /// The glass of the background; nil for the other styles.
    var glass: GlassStyle? {
        switch self {
        case .glass, .prominentGlass: .regular
        case .clearGlass, .prominentClearGlass: .clear
        case .plain, .tinted, .gray, .filled: nil
        }
    }
}

extension UIColor {
    /// Returns the color with its alpha multiplied by a factor.
    fileprivate func faded(by factor: CGFloat) -> UIColor { withAlphaComponent(cgColor.alpha * factor) }
}

import TileDrawing
public import TileViews

/// The parts of lists with a background of their own.
private enum BackgroundKind: String {
    case plainCell, groupedCell, sidebarCell, accompaniedCell, header
}

extension UIBackgroundConfiguration {
    private static func standard(_ kind: BackgroundKind, _ color: UIColor) -> UIBackgroundConfiguration {
        var result = UIBackgroundConfiguration()
        result.kind = kind.rawValue
        result.takeStandardLooks {
            $0.backgroundColor = color
            if kind == .sidebarCell || kind == .accompaniedCell {
                $0.cornerRadius = 10
            }
        }
        return result
    }

    /// Returns the background of a row, the same as in a plain list.
    public static func listCell() -> UIBackgroundConfiguration { listPlainCell() }
    /// Returns the background of a header, which is clear.
    public static func listHeader() -> UIBackgroundConfiguration { listGroupedHeaderFooter() }
    /// Returns the background of a footer, which is clear.
    public static func listFooter() -> UIBackgroundConfiguration { listGroupedHeaderFooter() }

    public static func listPlainCell() -> UIBackgroundConfiguration { standard(.plainCell, .systemBackground) }
    public static func listPlainHeaderFooter() -> UIBackgroundConfiguration {
        standard(.header, .secondarySystemBackground)
    }
    public static func listGroupedCell() -> UIBackgroundConfiguration {
        standard(.groupedCell, .secondarySystemGroupedBackground)
    }
    public static func listGroupedHeaderFooter() -> UIBackgroundConfiguration { standard(.header, .clear) }
    public static func listSidebarHeader() -> UIBackgroundConfiguration { standard(.header, .clear) }
    public static func listSidebarCell() -> UIBackgroundConfiguration { standard(.sidebarCell, .clear) }
    public static func listAccompaniedSidebarCell() -> UIBackgroundConfiguration { standard(.accompaniedCell, .clear) }

    /// Returns the background in its appearance for a state. Selected and highlighted cells are gray; in a sidebar,
    /// selected ones have the tint color. A color that the program has set is kept.
    public func updated(for state: any UIConfigurationState) -> UIBackgroundConfiguration {
        guard let kind = kind.flatMap(BackgroundKind.init), !ownLooks.contains(.color) else { return self }
        let states = ConfigurationStates(state)
        let isLit = states.isSelected || states.isHighlighted
        var color: UIColor?
        switch kind {
        case .plainCell: color = isLit ? .systemGray4 : .systemBackground
        case .groupedCell: color = isLit ? .systemGray4 : .secondarySystemGroupedBackground
        case .sidebarCell: color = states.isSelected ? nil : states.isHighlighted ? .systemGray5 : .clear
        case .accompaniedCell: color = isLit ? .systemGray4 : .clear
        case .header: return self
        }
        var result = self
        result.takeStandardLooks { $0.backgroundColor = color }
        return result
    }
}

public import TileDrawing
public import TileViews

/// The state that a controller's content unavailable configuration may depend on.
public struct UIContentUnavailableConfigurationState: UIConfigurationState, Hashable {
    public var traitCollection: UITraitCollection
    /// The searched text; nil if no search is active.
    public var searchText: String?
    private var others: [UIConfigurationStateCustomKey: AnyHashable] = [:]

    public init(traitCollection: UITraitCollection) { self.traitCollection = traitCollection }

    public subscript(key: UIConfigurationStateCustomKey) -> AnyHashable? {
        get { others[key] }
        set { others[key] = newValue }
    }
}

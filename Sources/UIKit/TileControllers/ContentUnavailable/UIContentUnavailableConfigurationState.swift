public import TileDrawing
public import TileViews

/// What a controller's content unavailable configuration may depend on.
public struct UIContentUnavailableConfigurationState: UIConfigurationState, Hashable {
    public var traitCollection: UITraitCollection
    /// What is searched for; nil where no search is under way.
    public var searchText: String?
    private var others: [UIConfigurationStateCustomKey: AnyHashable] = [:]

    public init(traitCollection: UITraitCollection) { self.traitCollection = traitCollection }

    public subscript(key: UIConfigurationStateCustomKey) -> AnyHashable? {
        get { others[key] }
        set { others[key] = newValue }
    }
}

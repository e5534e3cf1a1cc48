public import TileLayers

extension UIView: KeyValueObservable {
    public var keyValueObservations: KeyValueObservations { layer.keyValueObservations }

    /// A property that may be observed, and is not the layer's, has changed.
    package final func noteObserved() { layer.noteObserved() }
}

public import TileLayers

extension UIView: KeyValueObservable {
    public var keyValueObservations: KeyValueObservations { layer.keyValueObservations }

    /// A property of `outlets`, or one of the class's that docs/views.md names.
    public func observedProperty(named name: String) -> ObservedProperty? {
        let own = type(of: self).outlets
        if own.contains(name) { return ObservedProperty { own.value(name, of: $0) } }
        if let read = (self as? any NamedPropertyOwner)?.reader(ofProperty: name) { return ObservedProperty(read) }
        return standardProperties[name] ?? Self.ofAllViews[name]
    }

    private static let ofAllViews: [String: ObservedProperty] = [
        "frame": .of(\UIView.frame), "bounds": .of(\UIView.bounds), "center": .of(\UIView.center),
        "transform": .of(\UIView.transform), "alpha": .of(\UIView.alpha), "hidden": .of(\UIView.isHidden),
        "backgroundColor": .of(\UIView.backgroundColor), "layer": .of(\UIView.layer),
    ]

    private static let ofControls: [String: ObservedProperty] = [
        "enabled": .of(\UIControl.isEnabled), "selected": .of(\UIControl.isSelected),
        "highlighted": .of(\UIControl.isHighlighted),
    ]

    /// Of the kinds of view that are here.
    private var standardProperties: [String: ObservedProperty] {
        switch self {
        case is UIScrollView:
            [
                "contentOffset": .of(\UIScrollView.contentOffset), "contentSize": .of(\UIScrollView.contentSize),
                "contentInset": .of(\UIScrollView.contentInset), "zoomScale": .of(\UIScrollView.zoomScale),
            ]
        case is UISlider: Self.ofControls.merging(["value": .of(\UISlider.value)]) { $1 }
        case is UISwitch: Self.ofControls.merging(["on": .of(\UISwitch.isOn)]) { $1 }
        case is UISegmentedControl:
            Self.ofControls.merging(["selectedSegmentIndex": .of(\UISegmentedControl.selectedSegmentIndex)]) { $1 }
        case is UIControl: Self.ofControls
        case is UIProgressView: ["progress": .of(\UIProgressView.progress)]
        case is UILabel: ["text": .of(\UILabel.text), "attributedText": .of(\UILabel.attributedText)]
        case is UIImageView: ["image": .of(\UIImageView.image)]
        default: [:]
        }
    }

    /// A property that may be observed, and is not the layer's, has changed.
    package final func noteObserved() { layer.noteObserved() }

    /// Such a property is about to have another value.
    package final func noteObserved(before name: String) { layer.noteObserved(before: name) }
}

/// A kind of view of a room above, with properties that are observed by name.
package protocol NamedPropertyOwner {
    /// What reads a property of the view; nil where there is none of the name.
    func reader(ofProperty name: String) -> (@Sendable (AnyObject) -> Any?)?
}

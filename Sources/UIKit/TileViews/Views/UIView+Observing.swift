public import TileLayers

extension UIView: KeyValueObservable {
    public var keyValueObservations: KeyValueObservations { layer.keyValueObservations }

    /// Returns an observable property: one of `outlets`, or one of those that docs/views.md lists for the class.
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

    /// The observable properties of the view classes in this module.
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

    /// Reports that an observable property that is not the layer's has changed.
    package final func noteObserved() { layer.noteObserved() }

    /// Reports that an observable property is about to change.
    package final func noteObserved(before name: String) { layer.noteObserved(before: name) }
}

/// A view class in a higher module with properties that can be observed by name.
package protocol NamedPropertyOwner {
    /// Returns the function that reads a property, or nil if there is none with the name.
    func reader(ofProperty name: String) -> (@Sendable (AnyObject) -> Any?)?
}

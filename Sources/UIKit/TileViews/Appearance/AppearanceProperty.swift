/// A property that views take from their appearance proxy; see `UIAppearance`.
package struct AppearanceProperty {
    /// The property's identity, equal in all classes that have the property.
    let name: AnyHashable
    /// Returns whether two views have different values.
    let differs: (UIView, UIView) -> Bool
    /// Copies the value from the first view to the second.
    let copy: (UIView, UIView) -> Void

    package init<Root: UIView, Value: Equatable>(_ path: ReferenceWritableKeyPath<Root, Value>) {
        self.init(
            path, differs: { (first: Root, second: Root) in first[keyPath: path] != second[keyPath: path] },
            copy: { (from: Root, to: Root) in to[keyPath: path] = from[keyPath: path] })
    }

    /// Creates a property from closures.
    ///
    /// - Parameters:
    ///   - name: The property's identity, equal in all classes that have the property.
    ///   - differs: Returns whether two views have different values. One of them is a view on which nothing was set.
    package init<Root: UIView>(
        _ name: AnyHashable, differs: @escaping (Root, Root) -> Bool, copy: @escaping (Root, Root) -> Void
    ) {
        self.name = name
        self.differs = { first, second in
            guard let first = first as? Root, let second = second as? Root else { return false }
            return differs(first, second)
        }
        self.copy = { first, second in
            guard let first = first as? Root, let second = second as? Root else { return }
            copy(first, second)
        }
    }
}

/// A class with appearance properties of its own, in addition to those of all views. Subclasses inherit them.
package protocol AppearanceTaking: UIView {
    static var appearanceProperties: [AppearanceProperty] { get }
}

extension UIView {
    /// The appearance properties of all views.
    static var commonAppearanceProperties: [AppearanceProperty] {
        [
            AppearanceProperty(\UIView.backgroundColor),
            // Compares the view's own tint color, because the effective one may be inherited from its superview.
            AppearanceProperty(
                \UIView.tintColor, differs: { $0.rare?.tint != $1.rare?.tint }, copy: { $1.tintColor = $0.rare?.tint }),
        ]
    }
}

extension UILabel: AppearanceTaking {
    package static var appearanceProperties: [AppearanceProperty] {
        [
            AppearanceProperty(\UILabel.font), AppearanceProperty(\UILabel.textColor),
            AppearanceProperty(\UILabel.shadowColor), AppearanceProperty(\UILabel.shadowOffset),
            AppearanceProperty(\UILabel.highlightedTextColor),
        ]
    }
}

extension UIButton: AppearanceTaking {
    package static var appearanceProperties: [AppearanceProperty] {
        let states: [State] = [.normal, .highlighted, .disabled, .selected, [.selected, .highlighted]]
        return [
            AppearanceProperty(\UIButton.contentEdgeInsets),
            AppearanceProperty(
                "titleColors",
                differs: { first, second in
                    states.contains {
                        first.contents.titleColors.hasOwnValue(for: $0)
                            != second.contents.titleColors.hasOwnValue(for: $0)
                            || first.titleColor(for: $0) != second.titleColor(for: $0)
                    }
                },
                copy: { (from: UIButton, to: UIButton) in
                    for state in states where from.contents.titleColors.hasOwnValue(for: state) {
                        to.setTitleColor(from.titleColor(for: state), for: state)
                    }
                }),
        ]
    }
}

extension UISwitch: AppearanceTaking {
    package static var appearanceProperties: [AppearanceProperty] {
        [AppearanceProperty(\UISwitch.onTintColor), AppearanceProperty(\UISwitch.thumbTintColor)]
    }
}

extension UISlider: AppearanceTaking {
    package static var appearanceProperties: [AppearanceProperty] {
        [
            AppearanceProperty(\UISlider.minimumTrackTintColor), AppearanceProperty(\UISlider.maximumTrackTintColor),
            AppearanceProperty(\UISlider.thumbTintColor),
        ]
    }
}

extension UIProgressView: AppearanceTaking {
    package static var appearanceProperties: [AppearanceProperty] {
        [AppearanceProperty(\UIProgressView.progressTintColor), AppearanceProperty(\UIProgressView.trackTintColor)]
    }
}

extension UIPageControl: AppearanceTaking {
    package static var appearanceProperties: [AppearanceProperty] {
        [
            AppearanceProperty(\UIPageControl.pageIndicatorTintColor),
            AppearanceProperty(\UIPageControl.currentPageIndicatorTintColor),
        ]
    }
}

extension UIActivityIndicatorView: AppearanceTaking {
    package static var appearanceProperties: [AppearanceProperty] {
        [AppearanceProperty(\UIActivityIndicatorView.color)]
    }
}

extension UISegmentedControl: AppearanceTaking {
    package static var appearanceProperties: [AppearanceProperty] {
        [AppearanceProperty(\UISegmentedControl.selectedSegmentTintColor)]
    }
}

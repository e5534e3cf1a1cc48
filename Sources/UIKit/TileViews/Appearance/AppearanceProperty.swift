/// A property that views take from their stand-in; see `UIAppearance`.
package struct AppearanceProperty {
    /// Of one property the same for all classes that have it.
    let name: AnyHashable
    /// Whether two views of the class have different values.
    let differs: (UIView, UIView) -> Bool
    /// Sets it on the second view to what the first has.
    let copy: (UIView, UIView) -> Void

    package init<Root: UIView, Value: Equatable>(_ path: ReferenceWritableKeyPath<Root, Value>) {
        self.init(
            path, differs: { (first: Root, second: Root) in first[keyPath: path] != second[keyPath: path] },
            copy: { (from: Root, to: Root) in to[keyPath: path] = from[keyPath: path] })
    }

    /// - Parameters:
    ///   - name: equal for one property.
    ///   - differs: for a view, and one on which nothing was set.
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

/// A class that adds properties to those that all views take from their stand-ins. What is below it has them too.
package protocol AppearanceTaking: UIView {
    static var appearanceProperties: [AppearanceProperty] { get }
}

extension UIView {
    /// Those of every view.
    static var commonAppearanceProperties: [AppearanceProperty] {
        [
            AppearanceProperty(\UIView.backgroundColor),
            // What it has of its superview is not set on it.
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

public import Foundation

/// What a view shows, as a value that makes the view.
public protocol UIContentConfiguration {
    /// A new view that shows this.
    func makeContentView() -> UIView & UIContentView
    /// The same content, with the looks that a state has.
    func updated(for state: any UIConfigurationState) -> Self
}

/// A view that shows a configuration, and takes on others of its kind.
public protocol UIContentView: NSObjectProtocol {
    var configuration: any UIContentConfiguration { get set }
    /// Whether it can take on a configuration: one of the type that it has, by default.
    func supports(_ configuration: any UIContentConfiguration) -> Bool
}

extension UIContentView {
    public func supports(_ configuration: any UIContentConfiguration) -> Bool {
        type(of: configuration) == type(of: self.configuration)
    }
}

extension UIContentConfiguration {
    /// The view that is to show it: the one that there is, if it can, else a new one.
    package func view(after view: (UIView & UIContentView)?) -> UIView & UIContentView {
        guard let view, view.supports(self) else { return makeContentView() }
        view.configuration = self
        return view
    }
}

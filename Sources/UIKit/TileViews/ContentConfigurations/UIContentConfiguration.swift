public import Foundation

/// The content of a view as a value that can create the view.
public protocol UIContentConfiguration {
    /// Returns a new view that displays the configuration.
    func makeContentView() -> UIView & UIContentView
    /// Returns the configuration with the appearance for a state.
    func updated(for state: any UIConfigurationState) -> Self
}

/// A view that displays a configuration, which can be replaced by another of the same kind.
public protocol UIContentView: NSObjectProtocol {
    var configuration: any UIContentConfiguration { get set }
    /// Returns whether the view can display a configuration. By default it accepts the type of its current one.
    func supports(_ configuration: any UIContentConfiguration) -> Bool
}

extension UIContentView {
    public func supports(_ configuration: any UIContentConfiguration) -> Bool {
        type(of: configuration) == type(of: self.configuration)
    }
}

extension UIContentConfiguration {
    /// Returns the given view with the configuration applied if it supports that, or else a new view.
    package func view(after view: (UIView & UIContentView)?) -> UIView & UIContentView {
        guard let view, view.supports(self) else { return makeContentView() }
        view.configuration = self
        return view
    }
}

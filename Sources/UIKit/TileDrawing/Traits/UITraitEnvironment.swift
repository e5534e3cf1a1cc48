/// A part of an interface that has traits: a screen, a window, a view.
public protocol UITraitEnvironment: AnyObject {
    var traitCollection: UITraitCollection { get }

    /// Called after the traits have changed.
    ///
    /// - Parameter previousTraitCollection: what they were; nil when there were none.
    func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?)
}

extension CALayer {
    /// Looks for the action of a property that is about to change.
    func willChange(_ key: String) -> (any CAAction)? { nil }

    func willChangeOrder(of layer: CALayer, _ event: String) -> (any CAAction)? { nil }

    /// Runs the action that was found before the change.
    func didChange(_ key: String, _ action: (any CAAction)?) {
        action?.run(forKey: key, object: self, arguments: nil)
    }
}

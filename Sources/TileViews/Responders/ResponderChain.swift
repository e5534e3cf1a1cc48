/// A responder and those after it, by `next`.
struct ResponderChain: Sequence, IteratorProtocol {
    private(set) var responder: UIResponder?

    init(from responder: UIResponder?) { self.responder = responder }

    mutating func next() -> UIResponder? {
        defer { responder = responder?.next }
        return responder
    }
}

extension UIResponder {
    var chain: ResponderChain { ResponderChain(from: self) }

    /// The window that it is in, or whose chain it leads to.
    var chainWindow: UIWindow? {
        if let view = self as? UIView { return view.window }
        for responder in chain {
            if let view = responder as? UIView { return view.window }
        }
        return nil
    }
}

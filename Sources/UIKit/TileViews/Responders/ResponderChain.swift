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

    /// The view that it is, or the first that its chain leads to.
    var chainView: UIView? {
        if let view = self as? UIView { return view }
        for responder in chain {
            if let view = responder as? UIView { return view }
        }
        return nil
    }

    /// The window that it is in, or whose chain it leads to.
    var chainWindow: UIWindow? { chainView?.window }
}

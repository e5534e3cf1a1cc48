/// A sequence of a responder and its successors, as given by `next`.
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

    /// The view itself, or the first view in the responder chain.
    var chainView: UIView? {
        if let view = self as? UIView { return view }
        for responder in chain {
            if let view = responder as? UIView { return view }
        }
        return nil
    }

    /// The window of the view itself or of the first view in the chain.
    var chainWindow: UIWindow? { chainView?.window }
}

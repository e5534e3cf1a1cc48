import CSwiftRuntime
import Foundation
import TileViews

// Views that a table uses again and again.
extension UITableView {
    static func registration(_ type: AnyClass?, of base: UIView.Type) -> ReuseRegistration? {
        guard let type else { return nil }
        guard let type = type as? UIView.Type, type is UITableViewCell.Type || type is UITableViewHeaderFooterView.Type,
            (type is UITableViewCell.Type) == (base is UITableViewCell.Type)
        else { preconditionFailure("\(type) can't be registered: it is no subclass of \(base)") }
        return .type(type)
    }

    func registerCells(_ registration: ReuseRegistration?, _ identifier: String) {
        for cell in table.pool.register(registration, for: ReuseKey(identifier)) { cell.removeFromSuperview() }
    }

    func registerHeaders(_ registration: ReuseRegistration?, _ identifier: String) {
        for view in table.headerPool.register(registration, for: ReuseKey(identifier)) { view.removeFromSuperview() }
    }

    /// Has cells of an identifier made by a nib; nil for no longer.
    package final func register(_ maker: (any ReusableViewMaker)?, forCellReuseIdentifier identifier: String) {
        registerCells(maker.map { .maker($0) }, identifier)
    }

    /// The same for headers and footers.
    package final func register(
        _ maker: (any ReusableViewMaker)?, forHeaderFooterViewReuseIdentifier identifier: String
    ) { registerHeaders(maker.map { .maker($0) }, identifier) }

    func dequeueCell(_ identifier: String, for path: IndexPath?) -> UITableViewCell? {
        if let cell = table.reconfigured, cell.reuseIdentifier == identifier {
            table.reconfigured = nil
            return cell
        }
        let key = ReuseKey(identifier)
        if let cell = table.pool.take(key) {
            ListCensus.note(\.cellsReused)
            cell.isHidden = false
            cell.prepareForReuse()
            return cell
        }
        switch table.pool.registration(for: key) {
        case nil: return nil
        case .type(let type): return UITableViewCell.make(of: type, identifier)
        case .maker(let maker):
            guard let cell = maker.makeReusableView() as? UITableViewCell else {
                preconditionFailure(
                    "NSInternalInconsistencyException: invalid nib registered for identifier (\(identifier)) - nib must"
                        + " contain exactly one top level object which must be a UITableViewCell instance")
            }
            if cell.parts.reuseIdentifier == nil { cell.parts.reuseIdentifier = identifier }
            return cell
        }
    }

    func dequeueHeader(_ key: ReuseKey) -> UITableViewHeaderFooterView? {
        if let view = table.headerPool.take(key) {
            view.isHidden = false
            view.prepareForReuse()
            return view
        }
        switch table.headerPool.registration(for: key) {
        case nil: return nil
        case .type(let type): return UITableViewHeaderFooterView.make(of: type, key.identifier)
        case .maker(let maker): return maker.makeReusableView() as? UITableViewHeaderFooterView
        }
    }

    /// Gives memory back when there is little: cells that wait to be used again go.
    public final func didReceiveMemoryWarning() {
        for cell in table.pool.drain() { cell.removeFromSuperview() }
        for view in table.headerPool.drain() { view.removeFromSuperview() }
    }
}

// Classes that are known only when the program runs are made by their initializers of UIKit's names: see
// `RuntimeMadeView`.

extension UITableViewCell {
    static func make(of type: UIView.Type, _ identifier: String) -> UITableViewCell {
        // A class's metatype is the address of its metadata, and the object comes retained once.
        let object = withWords(of: identifier) {
            tilework_make_cell(unsafeBitCast(type, to: UnsafeRawPointer.self), 0, $0, $1)
        }
        guard let object else { preconditionFailure("\(type).init(style:reuseIdentifier:) made nothing") }
        return Unmanaged<UITableViewCell>.fromOpaque(object).takeRetainedValue()
    }
}

extension UITableViewHeaderFooterView {
    static func make(of type: UIView.Type, _ identifier: String) -> UITableViewHeaderFooterView {
        let object = withWords(of: identifier) {
            tilework_make_header(unsafeBitCast(type, to: UnsafeRawPointer.self), $0, $1)
        }
        guard let object else { preconditionFailure("\(type).init(reuseIdentifier:) made nothing") }
        return Unmanaged<UITableViewHeaderFooterView>.fromOpaque(object).takeRetainedValue()
    }
}

/// The two words that an optional text is passed as. Who is called takes the text over, as initializers do; so it is
/// not
/// let go of here.
private func withWords<Result>(of text: String, _ body: (UInt, UInt) -> Result) -> Result {
    let place = UnsafeMutablePointer<String?>.allocate(capacity: 1)
    place.initialize(to: text)
    // A text is two words: the layout is part of Swift's stable ABI.
    let words = UnsafeRawPointer(place).load(as: (UInt, UInt).self)
    place.deallocate()
    return body(words.0, words.1)
}

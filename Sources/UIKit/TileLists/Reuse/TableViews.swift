import CSwiftRuntime
import Foundation
import TileViews

// Reusable views of a table.
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

    /// Registers a nib for cells with an identifier. Nil removes the registration.
    package final func register(_ maker: (any ReusableViewMaker)?, forCellReuseIdentifier identifier: String) {
        registerCells(maker.map { .maker($0) }, identifier)
    }

    /// Registers a nib for headers and footers with an identifier. Nil removes the registration.
    package final func register(
        _ maker: (any ReusableViewMaker)?, forHeaderFooterViewReuseIdentifier identifier: String
    ) { registerHeaders(maker.map { .maker($0) }, identifier) }

    func dequeueCell(_ identifier: String, for path: IndexPath?) -> UITableViewCell? {
        if let cell = table.reconfigured, cell.reuseIdentifier == identifier {
            table.reconfigured = nil
            return cell
        }
        let key = ReuseKey(identifier)
        if let cell = table.pool.dequeue(key) {
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
        if let view = table.headerPool.dequeue(key) {
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

    /// Frees memory by removing the unused cells, headers and footers.
    public final func didReceiveMemoryWarning() {
        for cell in table.pool.drain() { cell.removeFromSuperview() }
        for view in table.headerPool.drain() { view.removeFromSuperview() }
    }
}

// Classes known only at run time are instantiated through the initializers with UIKit's names: see `RuntimeMadeView`.

extension UITableViewCell {
    static func make(of type: UIView.Type, _ identifier: String) -> UITableViewCell {
        // A class's metatype is the address of its metadata. The object is returned with a retain count of 1.
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

/// Calls a closure with the two words in which an optional string is passed. The callee takes ownership of the string,
/// as initializers do, so it isn't released here.
private func withWords<Result>(of text: String, _ body: (UInt, UInt) -> Result) -> Result {
    let place = UnsafeMutablePointer<String?>.allocate(capacity: 1)
    place.initialize(to: text)
    // A string is two words; the layout is part of Swift's stable ABI.
    let words = UnsafeRawPointer(place).load(as: (UInt, UInt).self)
    place.deallocate()
    return body(words.0, words.1)
}

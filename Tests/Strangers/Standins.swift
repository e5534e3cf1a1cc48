// What the package does not have yet, as far as strangers' libraries need it to be laid out: classes of these names
// without what they do. A library that is compiled with this file says so in its line.

import UIKit

public protocol UIAppearance: NSObjectProtocol {}

extension UIView: UIAppearance {}

open class UITextField: UIControl {
    open var placeholder: String?
    open var text: String?
}

open class UITableViewCell: UIView {
    public enum CellStyle: Int { case `default`, value1, value2, subtitle }
    public let contentView = UIView()

    public init(style: CellStyle = .default, reuseIdentifier: String? = nil) {
        super.init(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
        place(contentView, in: self)
    }

    public required init?(coder: NSCoder) { nil }
}

open class UICollectionViewCell: UIView {
    public let contentView = UIView()

    public override init(frame: CGRect) {
        super.init(frame: frame)
        place(contentView, in: self)
    }

    public required init?(coder: NSCoder) { nil }
}

private func place(_ content: UIView, in cell: UIView) {
    content.frame = cell.bounds
    content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    cell.addSubview(content)
}

/// Of Objective-C: what an observer is told of a property that was set.
public struct NSKeyValueChangeKey: RawRepresentable, Hashable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
}

/// Of Objective-C, which Interface Builder's archives are read with.
extension UIView {
    func value(forKey key: String) -> Any? { fatalError("there are no properties by their names") }
    func setValue(_ value: Any?, forKeyPath keyPath: String) { fatalError("there are no properties by their names") }
}

/// Of AppKit's and UIKit's Foundation: Interface Builder's archives, of which there are none here.
extension Bundle {
    func loadNibNamed(_ name: String, owner: Any?, options: [AnyHashable: Any]?) -> [Any]? { nil }
}

/// Of Darwin's C library, which has them as `Float`.
// swift-format-ignore: AlwaysUseLowerCamelCase
let HUGE = Float.greatestFiniteMagnitude
// swift-format-ignore: AlwaysUseLowerCamelCase
let MAXFLOAT = Float.greatestFiniteMagnitude
/// Of Darwin's Dispatch.
// swift-format-ignore: AlwaysUseLowerCamelCase
let NSEC_PER_SEC: UInt64 = 1_000_000_000

/// Of swift-numerics.
extension Double {
    public func isApproximatelyEqual(to other: Double, absoluteTolerance: Double) -> Bool {
        abs(self - other) <= absoluteTolerance
    }
}

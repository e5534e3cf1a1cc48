import Foundation
import TileDrawing

/// The size classes of a screen, derived from its size in points to match those that Apple publishes for its devices.
///
/// - A phone in portrait orientation has compact width and regular height. In landscape orientation it has compact
///   height, and also compact width unless it is a large model with a shorter side of at least 414 points.
/// - Any other device has regular height, and regular width from 640 points. The value is between the widest part of a
///   tablet's screen with compact width, 639 points of 1024 by 1366, and the narrowest with regular width, 678 points
///   of the same screen in the other orientation.
///
/// https://developer.apple.com/design/human-interface-guidelines/layout
struct SizeClasses: Equatable {
    let horizontal: UIUserInterfaceSizeClass
    let vertical: UIUserInterfaceSizeClass

    static let leastShortSideOfLargePhones: CGFloat = 414
    static let leastRegularWidth: CGFloat = 640

    init(of size: CGSize, idiom: UIUserInterfaceIdiom) {
        guard idiom == .phone else {
            horizontal = size.width >= Self.leastRegularWidth ? .regular : .compact
            vertical = .regular
            return
        }
        let isTurned = size.width > size.height
        vertical = isTurned ? .compact : .regular
        horizontal = isTurned && size.height >= Self.leastShortSideOfLargePhones ? .regular : .compact
    }
}

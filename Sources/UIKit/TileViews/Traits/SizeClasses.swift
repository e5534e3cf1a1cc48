import Foundation
import TileDrawing

/// How wide and how high a screen is in size classes: Apple's published ones of its devices, by their sizes in points.
///
/// - A phone is compact in width while it is upright, and high; turned it is compact in height, and in width too unless
///   it is one of the large ones, whose shorter side is 414 points or more.
/// - Anything else is regular in height, and in width from 640 points: between the widest part of a tablet's screen
///   that is compact, 639 points of 1024 by 1366, and the narrowest that is regular, 678 of the same one turned.
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

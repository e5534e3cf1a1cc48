import Foundation
public import TileDrawing

extension UIView {
    /// An area of a view for content: the safe area, the margins, or the readable width.
    ///
    ///     let guide = view.layoutGuide(for: .margins(cornerAdaptation: .horizontal))
    ///
    /// Regions that adapt to the corners of the window leave out its rounded corners and its controls, on the sides or
    /// above and below. Windows here have neither, so that they equal the plain regions.
    public struct LayoutRegion: Hashable, Sendable {
        /// The sides on which a region leaves out the corners of the window.
        public enum AdaptivityAxis: Hashable, Sendable {
            case horizontal
            case vertical
        }

        fileprivate enum Kind: Hashable, Sendable { case safeArea, margins, readableContent }

        fileprivate let kind: Kind
        private let cornerAdaptation: AdaptivityAxis?

        public static func safeArea(cornerAdaptation: AdaptivityAxis? = nil) -> LayoutRegion {
            LayoutRegion(kind: .safeArea, cornerAdaptation: cornerAdaptation)
        }

        public static func margins(cornerAdaptation: AdaptivityAxis? = nil) -> LayoutRegion {
            LayoutRegion(kind: .margins, cornerAdaptation: cornerAdaptation)
        }

        public static func readableContent(cornerAdaptation: AdaptivityAxis? = nil) -> LayoutRegion {
            LayoutRegion(kind: .readableContent, cornerAdaptation: cornerAdaptation)
        }
    }

    /// Returns the guide that follows a region.
    public final func layoutGuide(for region: LayoutRegion) -> UILayoutGuide {
        switch region.kind {
        case .safeArea: safeAreaLayoutGuide
        case .margins: layoutMarginsGuide
        case .readableContent: readableContentGuide
        }
    }

    /// Returns the distances of a region from the edges of the bounds.
    public final func edgeInsets(for region: LayoutRegion) -> UIEdgeInsets {
        switch region.kind {
        case .safeArea: return safeAreaInsets
        case .margins: return layoutMargins
        case .readableContent:
            let frame = readableContentGuide.layoutFrame
            return UIEdgeInsets(
                top: frame.minY - bounds.minY, left: frame.minX - bounds.minX, bottom: bounds.maxY - frame.maxY,
                right: bounds.maxX - frame.maxX)
        }
    }

    /// Returns the distances of a region from the edges of the bounds, by reading direction.
    public final func directionalEdgeInsets(for region: LayoutRegion) -> NSDirectionalEdgeInsets {
        let insets = edgeInsets(for: region)
        let isForward = effectiveUserInterfaceLayoutDirection == .leftToRight
        return NSDirectionalEdgeInsets(
            top: insets.top, leading: isForward ? insets.left : insets.right, bottom: insets.bottom,
            trailing: isForward ? insets.right : insets.left)
    }
}

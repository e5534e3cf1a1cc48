public import Foundation
import TileViews

extension UICollectionView {
    /// A registration that makes and configures a collection view's cells. Create it once, not once per cell.
    public struct CellRegistration<Cell: UICollectionViewCell, Item> {
        public typealias Handler = (_ cell: Cell, _ indexPath: IndexPath, _ itemIdentifier: Item) -> Void

        let identifier = UUID().uuidString
        let handler: Handler
        let made: ReuseRegistration

        public init(handler: @escaping Handler) {
            self.handler = handler
            made = .type(Cell.self)
        }

        package init(maker: any ReusableViewMaker, handler: @escaping Handler) {
            self.handler = handler
            made = .maker(maker)
        }
    }

    /// A registration that makes and configures supplementary views of one kind. Create it once, not once per view.
    public struct SupplementaryRegistration<Supplementary: UICollectionReusableView> {
        public typealias Handler =
            (_ supplementaryView: Supplementary, _ elementKind: String, _ indexPath: IndexPath) -> Void

        let identifier = UUID().uuidString
        let elementKind: String
        let handler: Handler
        let made: ReuseRegistration

        public init(elementKind: String, handler: @escaping Handler) {
            (self.elementKind, self.handler) = (elementKind, handler)
            made = .type(Supplementary.self)
        }

        package init(elementKind: String, maker: any ReusableViewMaker, handler: @escaping Handler) {
            (self.elementKind, self.handler) = (elementKind, handler)
            made = .maker(maker)
        }
    }
}

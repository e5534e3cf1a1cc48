import Testing
import TileAdapt

@Suite("Uses of what does not exist here")
struct MissingTests {
    @Test("Types, functions, static members and initializers are named with their lines")
    func uses() {
        let source = """
            import UIKit
            final class Shop: UIViewController, UIDocumentPickerDelegate {
                let map: UISceneHinge? = nil
                var mode: UIView.PretendedMode = .a
                func show() {
                    view.backgroundColor = UIColor.systemNeon
                    let picture = UIImage(systemNeon: "star", variableValue: 1)
                    UIGraphicsPretend(picture)
                }
            }
            """
        #expect(
            adapt(["A.swift": source]).notes(of: .missing) == [
                "2 UIDocumentPickerDelegate", "3 UISceneHinge", "4 UIView.PretendedMode", "6 UIColor.systemNeon",
                "7 UIImage(systemNeon:variableValue:)", "8 UIGraphicsPretend",
            ])
    }

    @Test("What exists, in UIKit, in Foundation, or in the sources, is not named")
    func existing() {
        let source = """
            import UIKit
            protocol UIShopDelegate: AnyObject { associatedtype UIItem }
            extension UIColor { static let shop = UIColor.red }
            extension UIImage { convenience init?(shop: String) { self.init(named: shop) } }
            extension UIView { static func fromShop() -> Self? { nil } }
            extension UIColor { convenience init(shop: String, alpha: CGFloat = 1) { self.init(white: 1, alpha: alpha) } }
            extension UIStackView { convenience init(all views: UIView...) { self.init(arrangedSubviews: views) } }
            extension UIView { enum Style { case a } }
            extension UIButton { enum Style { case a } }
            enum CAShop { case open }
            public typealias UIShopColor = UIColor
            let shopColor = UIShopColor.red
            final class Shop<NSThing: UIView>: UIViewController, UITableViewDataSource {
                let text = NSAttributedString(string: "a", attributes: [.font: UIFont.systemFont(ofSize: 12)])
                let path = UIBezierPath(roundedRect: CGRect(x: 0, y: 0, width: 1, height: 1), cornerRadius: 2)
                let color = UIColor.shop, image = UIImage(shop: "a"), made = UIView.fromShop(), open = CAShop.open
                let button = UIButton(type: .system, primaryAction: UIAction(title: "a") { _ in })
                let options: UIView.AnimationOptions = [UIView.AnimationOptions.curveEaseIn]
                let states = UIControl.State.normal.rawValue
                let short = UIColor(shop: "a"), stack = UIStackView(all: UIView(), UIView()), style = UIButton.Style.a
                let corners = UIRectCorner([.topLeft]), whole = UIKit.UIImage(named: "a")
                let insets = UIEdgeInsetsMake(1, 2, 3, 4), data = UIImagePNGRepresentation(UIImage())
                let provider: UICollectionViewCompositionalLayoutSectionProvider? = nil
                override func forwardInvocation(_ invocation: NSInvocation) {}
                let font = UIFont.boldSystemFont(ofSize: UIFont.systemFontSize), kind = UIView.self
                let image2 = UIImage(named: "a", in: Bundle.main, compatibleWith: nil)
                func show() {
                    UIView.animate(withDuration: 1) { self.view.alpha = 0 }
                    NSLayoutConstraint.activate([])
                    let layer = CAShapeLayer(), cell = UITableViewCell(style: .default, reuseIdentifier: nil)
                    _ = (NSLocalizedString("a", comment: ""), CGAffineTransform(scaleX: 1, y: 1), layer, cell)
                    _ = (CGRect.zero, NSNumber(value: 1), CATransaction.begin(), UIScreen.main.bounds)
                    _ = NotificationCenter.default.addObserver(
                        forName: UIApplication.didBecomeActiveNotification, object: nil, queue: nil) { _ in }
                }
            }
            @UIApplicationMain final class Program: UIResponder, UIApplicationDelegate {}
            #if os(macOS)
            let other = NSImageView()
            #endif
            """
        #expect(adapt(["A.swift": source]).notes(of: .missing) == [])
    }

    @Test("What depends on SwiftUI is not compiled, and names nothing")
    func swiftUI() {
        let source =
            "import SwiftUI\nimport UIKit\nstruct Page: View { let host = UIPageHost() }\nlet hinge: UISceneHinge? = nil\n"
        #expect(adapt(["A.swift": source]).notes(of: .missing) == ["4 UISceneHinge"])
    }

    @Test("The summary lists each name once, with its places")
    func summary() {
        let source = "import UIKit\nlet a = UISceneHinge()\nlet b: UISceneHinge? = UISceneHinge()\n"
        let adaptation = adapt(["A.swift": source])
        let text = Summary(adaptation, wrote: nil).text
        #expect(
            text == "1 source, nothing to adapt\n\nUsed, and missing here:\n"
                + "  UISceneHinge  A.swift:2, A.swift:3\n")
    }
}

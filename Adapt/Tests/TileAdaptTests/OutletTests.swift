import Testing
import TileAdapt

@Suite("Outlets")
struct OutletTests {
    private let source = """
        import UIKit

        class Card: UIView {
            @IBOutlet private weak var title: UILabel!
            @IBOutlet var seats: [UIView]!
            @IBInspectable var radius: CGFloat = 0
        }
        """

    @Test("A class gets the table of what nibs set in it")
    func table() {
        #expect(
            adapt(source) == """
                import UIKit

                class Card: UIView {
                    private weak var title: UILabel!
                    var seats: [UIView]!
                    var radius: CGFloat = 0

                    override class var outlets: OutletTable {
                        super.outlets + [
                            .outlet("title", \\Card.title),
                            .collection("seats", \\Card.seats),
                            .value("radius", \\Card.radius),
                        ]
                    }
                }
                """)
    }

    @Test("A method that makes a segue's destination is in the table, by its selector")
    func segueActions() {
        let adapted = adapt(
            """
            import UIKit
            class Feed: UIViewController {
                @IBSegueAction func detail(_ coder: NSCoder, sender: Any?) -> Detail? { Detail(coder: coder) }
            }
            """)
        #expect(adapted.contains("    func detail(_ coder"))
        #expect(adapted.contains("            .creation(\"detail:sender:\", Feed.detail(_:sender:)),\n"))
    }

    @Test("Without nibs there are no tables")
    func noTables() {
        #expect(!adapt(source, AdaptOptions(writesOutlets: false)).contains("OutletTable"))
    }
}

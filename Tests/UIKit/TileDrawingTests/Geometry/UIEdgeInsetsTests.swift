import Foundation
import Testing
import TileDrawing

@Suite("UIEdgeInsets")
struct UIEdgeInsetsTests {
    @Test("each edge moves by its own inset, and outwards when that is negative")
    func insetMovesEachEdge() {
        let rect = CGRect(x: 10, y: 20, width: 100, height: 50)
        #expect(
            rect.inset(by: UIEdgeInsets(top: 1, left: 2, bottom: 3, right: -4))
                == CGRect(x: 12, y: 21, width: 102, height: 46))
    }
}

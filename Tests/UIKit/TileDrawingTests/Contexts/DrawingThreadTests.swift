import Foundation
import Testing
import TileDrawing
import TileGraphics

@Suite("Drawing on several threads")
struct DrawingThreadTests {
    @Test("every thread draws in its own context, in its own traits, what it would draw alone")
    func atOnce() async {
        let stamp = image(["rg", "gb"]).resizableImage(
            withCapInsets: UIEdgeInsets(top: 0, left: 1, bottom: 0, right: 1), resizingMode: .stretch)
        // Shared by all: colors, fonts, images and laid out text are immutable.
        let block = TextBlock("shared", attributes: [.foregroundColor: UIColor.label])
        let pattern = UIColor(patternImage: stamp)
        @Sendable func draw(_ style: UIUserInterfaceStyle, _ round: Int) -> Bitmap {
            UITraitCollection(userInterfaceStyle: style).performAsCurrent {
                drawn(60, 40) { context in
                    UIColor.systemBackground.setFill()
                    UIRectFill(CGRect(x: 0, y: 0, width: 60, height: 40))
                    stamp.draw(in: CGRect(x: 5, y: 5, width: 20, height: 10))
                    pattern.setFill()
                    UIBezierPath(roundedRect: CGRect(x: 30, y: 2, width: 20, height: 12), cornerRadius: 4).fill()
                    block.draw(at: CGPoint(x: 2, y: 20))
                    "\(round)".draw(at: CGPoint(x: 45, y: 20), withAttributes: [.foregroundColor: UIColor.systemRed])
                }
            }
        }
        let light = (0..<4).map { draw(.light, $0) }
        let dark = (0..<4).map { draw(.dark, $0) }
        #expect(!light[0].isEqual(to: dark[0]))
        await withTaskGroup(of: Bool.self) { group in
            for task in 0..<4 {
                group.addTask {
                    (0..<25).allSatisfy { step in
                        let (isDark, round) = ((task + step) % 2 == 0, step % 4)
                        return draw(isDark ? .dark : .light, round).isEqual(to: isDark ? dark[round] : light[round])
                    }
                }
            }
            for await isEqual in group { #expect(isEqual) }
        }
    }
}

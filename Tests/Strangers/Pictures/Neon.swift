import Neon
import UIKit

/// A card laid out by Neon's frames: a banner, a portrait in its corner, lines beside it, and a group of buttons below.
func makeView() -> UIView {
    let card = UIView(frame: CGRect(x: 0, y: 0, width: 360, height: 300))
    card.backgroundColor = .systemGroupedBackground
    func add(_ color: UIColor, radius: CGFloat = 0) -> UIView {
        let view = UIView()
        view.backgroundColor = color
        view.layer.cornerRadius = radius
        card.addSubview(view)
        return view
    }
    func label(_ text: String, _ size: CGFloat) -> UILabel {
        let label = UILabel()
        label.text = text
        label.font = .systemFont(ofSize: size)
        card.addSubview(label)
        return label
    }
    let banner = add(.systemTeal)
    let portrait = add(.white, radius: 10)
    let (name, place) = (label("Ada Lovelace", 20), label("London", 13))
    let buttons = [UIColor.systemRed, .systemOrange, .systemGreen, .systemBlue].map { add($0, radius: 6) }
    let footer = add(.systemGray5)

    banner.anchorAndFillEdge(.top, xPad: 0, yPad: 0, otherSize: 110)
    portrait.anchorInCorner(.topLeft, xPad: 16, yPad: 70, width: 80, height: 80)
    name.alignAndFillWidth(align: .toTheRightMatchingBottom, relativeTo: portrait, padding: 12, height: 26)
    place.align(.underMatchingLeft, relativeTo: name, padding: 4, width: 120, height: 16)
    footer.anchorAndFillEdge(.bottom, xPad: 12, yPad: 12, otherSize: 24)
    card.groupInCenter(
        group: .horizontal, views: buttons, padding: 12, width: 70, height: 40)
    for button in buttons { button.frame.origin.y += 60 }
    return card
}

func use(_ view: UIView, in window: UIWindow) {}

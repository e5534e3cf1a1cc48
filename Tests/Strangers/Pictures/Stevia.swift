import Stevia
import UIKit

/// A card laid out by Stevia's constraints: a banner, a portrait, two lines beside it, and buttons of equal widths.
func makeView() -> UIView {
    let card = UIView(frame: CGRect(x: 0, y: 0, width: 360, height: 300))
    card.backgroundColor = .systemGroupedBackground
    func colored(_ color: UIColor, radius: CGFloat = 0) -> UIView {
        let view = UIView()
        view.backgroundColor = color
        view.layer.cornerRadius = radius
        return view
    }
    func label(_ text: String, _ size: CGFloat) -> UILabel {
        let label = UILabel()
        label.text = text
        label.numberOfLines = 0
        label.font = .systemFont(ofSize: size)
        return label
    }
    let banner = colored(.systemTeal)
    let portrait = colored(.white, radius: 10)
    let name = label("Ada Lovelace", 20)
    let about = label("Wrote the first program that anybody published, for a machine that nobody had built", 13)
    let buttons = [UIColor.systemRed, .systemOrange, .systemGreen].map { colored($0, radius: 6) }
    card.subviews {
        banner; portrait; name; about; buttons[0]; buttons[1]; buttons[2]
    }
    card.layout {
        0
        |banner| ~ 110
    }
    portrait.size(80).left(16).top(70)
    name.Left == portrait.Right + 12
    name.Top == banner.Bottom + 8
    about.Left == name.Left
    about.Right == card.Right - 16
    about.Top == name.Bottom + 4
    |-16 - buttons[0] - buttons[1] - buttons[2] - 16-|
    equal(widths: buttons)
    for button in buttons {
        button.height(40)
        button.bottom(20)
    }
    return card
}

func use(_ view: UIView, in window: UIWindow) {}

import Tilework

/// A card with a letter, which turns over to show another.
final class Flap: UIView {
    private let label = UILabel()

    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = UIColor(white: 0.13, alpha: 1)
        layer.cornerRadius = 3
        label.frame = bounds
        label.font = .monospacedSystemFont(ofSize: 26, weight: .medium)
        label.textColor = UIColor(red: 1, green: 0.85, blue: 0.35, alpha: 1)
        label.textAlignment = .center
        let hinge = UIView(frame: CGRect(x: 0, y: bounds.midY - 0.5, width: bounds.width, height: 1))
        hinge.backgroundColor = .black
        addSubview(label)
        addSubview(hinge)
    }

    required init?(coder: NSCoder) { nil }

    func turn(to letter: Character, in seconds: Double) {
        guard label.text != String(letter) else { return }
        UIView.transition(with: self, duration: seconds, options: .transitionFlipFromTop) {
            self.label.text = String(letter)
        }
    }
}

/// The departures of a day that begins at six, one for each row of flaps. The first one leaves every four seconds.
final class DepartureBoard: UIView {
    static let towns = [
        "AMSTERDAM", "BASEL", "COPENHAGEN", "DRESDEN", "EDINBURGH", "FLORENCE", "GENEVA", "HELSINKI", "INNSBRUCK",
    ]
    static let remarks = ["ON TIME", "ON TIME", "BOARDING", "DELAYED", "ON TIME"]
    private let rows: [[Flap]]
    private let progress = UIView(frame: CGRect(x: 20, y: 552, width: 1050, height: 4))
    let pause = UISwitch(frame: CGRect(x: 1020, y: 14, width: 50, height: 30))
    private(set) var first = 0

    init() {
        rows = (0..<9).map { row in
            (0..<35).map { Flap(frame: CGRect(x: 20 + $0 * 30, y: 60 + row * 54, width: 28, height: 46)) }
        }
        super.init(frame: CGRect(x: 0, y: 0, width: 1090, height: 576))
        backgroundColor = .black
        let title = UILabel(frame: CGRect(x: 20, y: 14, width: 400, height: 32))
        (title.text, title.font, title.textColor) = ("Departures", .boldSystemFont(ofSize: 26), .white)
        let caption = UILabel(frame: CGRect(x: 800, y: 14, width: 210, height: 32))
        (caption.text, caption.textColor, caption.textAlignment) = ("Hold", .lightGray, .right)
        progress.backgroundColor = .systemOrange
        pause.addAction(UIAction { [unowned self] _ in if !pause.isOn { wait() } }, for: .valueChanged)
        rows.joined().forEach(addSubview)
        [title, caption, pause, progress].forEach(addSubview)
        show()
    }

    required init?(coder: NSCoder) { nil }

    override func didMoveToWindow() { wait() }

    private func wait() {
        progress.frame.size.width = 0
        UIView.animate(withDuration: 4, delay: 0, options: .curveLinear) {
            self.progress.frame.size.width = 1050
        } completion: { [weak self] isOver in
            guard isOver, let self, !pause.isOn else { return }
            first += 1
            show()
            wait()
        }
    }

    private func show() {
        for (row, flaps) in rows.enumerated() {
            for (column, (flap, letter)) in zip(flaps, line(first + row)).enumerated() {
                flap.turn(to: letter, in: 0.4 + Double(column) * 0.02)
            }
        }
    }

    private func line(_ number: Int) -> String {
        let minutes = 360 + number * 7
        func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let time = "\(digits(minutes / 60 % 24)):\(digits(minutes % 60))"
        func field(_ text: String, _ width: Int) -> String {
            text.padding(toLength: width, withPad: " ", startingAt: 0)
        }
        let (town, remark) = (Self.towns[number * 4 % 9], Self.remarks[number * 3 % 5])
        return "\(time) \(field(town, 16)) \(field("\(number * 5 % 12 + 1)", 2)) \(field(remark, 9))"
    }
}

@main enum Departures: ViewProgram {
    static let content = ViewSource(DepartureBoard())
}

import Tilework

/// A card as apps have them: a stack of lines beside a swatch, laid out by constraints; light or dark by its traits.
final class Card: UIView {
    let (title, note) = (UILabel(), UILabel())

    init(_ number: Int, at frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = .secondarySystemGroupedBackground
        layer.cornerRadius = 8
        title.text = "Card \(number)"
        title.font = .preferredFont(forTextStyle: .headline)
        note.text = number % 3 == 0 ? "Two lines: as long as the card is wide, and then some" : "One line"
        note.font = .preferredFont(forTextStyle: .footnote)
        note.textColor = .secondaryLabel
        note.numberOfLines = 2
        let swatch = UIView()
        swatch.backgroundColor = [.systemIndigo, .systemTeal, .systemOrange][number % 3]
        let lines = UIStackView(arrangedSubviews: [title, note])
        lines.axis = .vertical
        lines.spacing = 2
        let row = UIStackView(arrangedSubviews: [swatch, lines])
        row.spacing = 10
        row.alignment = .center
        row.translatesAutoresizingMaskIntoConstraints = false
        addSubview(row)
        NSLayoutConstraint.activate([
            swatch.widthAnchor.constraint(equalToConstant: 28), swatch.heightAnchor.constraint(equalToConstant: 28),
            row.leadingAnchor.constraint(equalTo: layoutMarginsGuide.leadingAnchor),
            row.trailingAnchor.constraint(equalTo: layoutMarginsGuide.trailingAnchor),
            row.centerYAnchor.constraint(equalTo: centerYAnchor),
        ])
    }

    required init?(coder: NSCoder) { nil }
}

@main
enum Cards: ViewProgram {
    static let content = ViewSource(board(of: 100_000))
    static let variants = [ViewSource(board(of: 100_000), traits: ViewTraits(style: .dark))]

    static func board(of count: Int) -> UIView {
        let board = UIView(frame: CGRect(x: 0, y: 0, width: 316 * 190 + 10, height: 317 * 74 + 10))
        board.backgroundColor = .systemGroupedBackground
        for number in 0..<count {
            let place = CGRect(x: 10 + number % 316 * 190, y: 10 + number / 316 * 74, width: 180, height: 64)
            board.addSubview(Card(number, at: place))
        }
        return board
    }
}

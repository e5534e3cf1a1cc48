import Tilework

/// A card like those in apps: a swatch beside a stack of lines, laid out by constraints; light or dark by its traits.
func card(_ number: Int, at frame: CGRect) -> UIView {
    let (card, swatch, title, note) = (UIView(frame: frame), UIView(), UILabel(), UILabel())
    card.backgroundColor = .secondarySystemGroupedBackground
    card.layer.cornerRadius = 8
    swatch.backgroundColor = [.systemIndigo, .systemTeal, .systemOrange][number % 3]
    title.text = "Card \(number)"
    title.font = .preferredFont(forTextStyle: .headline)
    note.text = number % 3 == 0 ? "Two lines: as long as the card is wide, and then some" : "One line"
    note.font = .preferredFont(forTextStyle: .footnote)
    note.textColor = .secondaryLabel
    note.numberOfLines = 2
    let lines = UIStackView(arrangedSubviews: [title, note])
    lines.axis = .vertical
    let row = UIStackView(arrangedSubviews: [swatch, lines])
    (row.spacing, row.alignment) = (10, .center)
    row.translatesAutoresizingMaskIntoConstraints = false
    card.addSubview(row)
    NSLayoutConstraint.activate([
        swatch.widthAnchor.constraint(equalToConstant: 28), swatch.heightAnchor.constraint(equalToConstant: 28),
        row.leadingAnchor.constraint(equalTo: card.layoutMarginsGuide.leadingAnchor),
        row.trailingAnchor.constraint(equalTo: card.layoutMarginsGuide.trailingAnchor),
        row.centerYAnchor.constraint(equalTo: card.centerYAnchor),
    ])
    return card
}

func board(of count: Int) -> UIView {
    let board = UIView(frame: CGRect(x: 0, y: 0, width: 316 * 190 + 10, height: 317 * 74 + 10))
    board.backgroundColor = .systemGroupedBackground
    for number in 0..<count {
        let (column, row) = (number % 316, number / 316)
        board.addSubview(card(number, at: CGRect(x: 10 + column * 190, y: 10 + row * 74, width: 180, height: 64)))
    }
    return board
}

@main enum Cards: ViewProgram {
    static let content = ViewSource(board(of: 100_000))
    static let variants = [ViewSource(board(of: 100_000), traits: ViewTraits(style: .dark))]
}

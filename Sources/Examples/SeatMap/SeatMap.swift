import Tilework

/// A stadium of 100,000 seats, each drawn by code: its color says its price, grey that it is sold.
final class SeatMap: UIView {
    let prices: [UIColor] = [.systemIndigo, .systemBlue, .systemTeal, .systemGreen]
    let shape = UIBezierPath(roundedRect: CGRect(x: -5, y: -5, width: 10, height: 10), cornerRadius: 2.5)
    let label: [NSAttributedString.Key: Any] = [.font: UIFont.systemFont(ofSize: 4), .foregroundColor: UIColor.white]
    /// The positions of the seats, row by row, from the pitch outward.
    private(set) lazy var seats = stride(from: 1920, to: 0, by: -14).flatMap { inset in
        CGPath(ellipseIn: bounds.insetBy(dx: inset, dy: inset), transform: nil).places(every: 12)
    }.prefix(100_000)
    private var sold = Set<Int>()

    func sell(_ seat: Int) {
        sold.insert(seat)
        setNeedsDisplay(shape.bounds.applying(seats[seat]))
    }

    override func draw(_ rect: CGRect) {
        for (seat, place) in seats.enumerated() where shape.bounds.applying(place).intersects(rect) {
            UIGraphicsGetCurrentContext()?.withTransform(place) {
                (sold.contains(seat) ? UIColor.systemGray4 : prices[seat / 25_000]).setFill()
                shape.fill()
                "\(seat % 99 + 1)".draw(centeredAt: .zero, withAttributes: label)
            }
        }
    }
}

@main
enum Seats: ViewProgram {
    static let content = ViewSource(SeatMap(frame: CGRect(x: 0, y: 0, width: 5400, height: 4900)))

    /// Sells a seat each second.
    static func whileServing() async throws {
        try await content.update(every: .seconds(1)) { $0.sell(.random(in: $0.seats.indices)) }
    }
}

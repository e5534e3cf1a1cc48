import Tilework

/// Where 100,000 seats are: rings of rows around a pitch, cut by aisles.
struct Stadium {
    struct Seat {
        /// Its middle.
        var place: CGPoint
        /// How far it is turned, in radians, so that it faces the pitch.
        var angle: CGFloat
        var tier: Int
        var label: NSAttributedString

        /// Holds it, however it is turned.
        var frame: CGRect { CGRect(x: place.x - 8, y: place.y - 8, width: 16, height: 16) }
    }

    static let frame = CGRect(x: 0, y: 0, width: 5400, height: 4900)
    static let colors: [UIColor] = [.systemIndigo, .systemBlue, .systemTeal, .systemGreen]

    private static let pitch = CGRect(x: frame.midX - 525, y: frame.midY - 340, width: 1050, height: 680)

    let shape = UIBezierPath(roundedRect: CGRect(x: -5, y: -5, width: 10, height: 10), cornerRadius: 2.5)
    let seats: [Seat]

    init(count: Int) {
        let labels = (1...99).map { number in
            NSAttributedString(
                string: "\(number)",
                attributes: [.font: UIFont.systemFont(ofSize: 4), .foregroundColor: UIColor.white])
        }
        var seats: [Seat] = []
        var row = 0
        while seats.count < count {
            // A walk between the tiers of 33 rows each.
            let tier = min(row / 33, Self.colors.count - 1)
            let offset = CGFloat(row * 14 + tier * 40)
            let (radiusX, radiusY) = (780 + offset, 530 + offset)
            let length = .pi * (radiusX + radiusY)
            let places = Int(length / 12)
            for place in 0..<places where seats.count < count {
                // Every 24th of the way round is an aisle.
                let turn = CGFloat(place) / CGFloat(places) * 24
                guard turn - turn.rounded(.down) > 0.06 else { continue }
                let angle = turn / 24 * 2 * .pi
                seats.append(
                    Seat(
                        place: CGPoint(
                            x: Self.frame.midX + radiusX * cos(angle), y: Self.frame.midY + radiusY * sin(angle)),
                        angle: atan2(radiusX * sin(angle), radiusY * cos(angle)) + .pi / 2, tier: tier,
                        label: labels[place % labels.count]))
            }
            row += 1
        }
        self.seats = seats
    }

    func drawPitch() {
        UIColor(red: 0.2, green: 0.5, blue: 0.25, alpha: 1).setFill()
        UIBezierPath(roundedRect: Self.pitch, cornerRadius: 20).fill()
    }

    func draw(_ seat: Seat, isSold: Bool) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.saveGState()
        context.translateBy(x: seat.place.x, y: seat.place.y)
        context.rotate(by: seat.angle)
        (isSold ? UIColor.systemGray4 : Self.colors[seat.tier]).setFill()
        shape.fill()
        seat.label.draw(at: CGPoint(x: -seat.label.size().width / 2, y: -2.5))
        context.restoreGState()
    }
}

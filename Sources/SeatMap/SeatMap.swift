import Tilework

/// Seats of a stadium, each drawn by code: its colour says its price, grey that it is sold.
final class SeatMap: UIView {
    let stadium = Stadium(count: 100_000)
    private var sold = Set<Int>()

    func sell(_ seat: Int) {
        sold.insert(seat)
        let place = stadium.seats[seat].place
        setNeedsDisplay(CGRect(x: place.x - 8, y: place.y - 8, width: 16, height: 16))
    }

    override func draw(_ rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        UIColor(red: 0.2, green: 0.5, blue: 0.25, alpha: 1).setFill()
        UIBezierPath(roundedRect: Stadium.pitch, cornerRadius: 20).fill()
        let reach = rect.insetBy(dx: -8, dy: -8)
        for (index, seat) in stadium.seats.enumerated() where reach.contains(seat.place) {
            context.saveGState()
            context.translateBy(x: seat.place.x, y: seat.place.y)
            context.rotate(by: seat.angle)
            (sold.contains(index) ? UIColor.systemGray4 : Stadium.colors[seat.tier]).setFill()
            stadium.shape.fill()
            seat.label.draw(at: CGPoint(x: -seat.label.size().width / 2, y: -2.5))
            context.restoreGState()
        }
    }
}

@main
struct SeatMapProgram: TileProgram {
    static let map = ViewSource(SeatMap(frame: Stadium.frame))

    static func documents() -> [ContentDocument] { [ContentDocument(views: map, name: "seats")] }

    /// Sells a seat each second.
    static func whileServing() async throws {
        while true {
            try await Task.sleep(for: .seconds(1))
            map.update { $0.sell(.random(in: $0.stadium.seats.indices)) }
        }
    }
}

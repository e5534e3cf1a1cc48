import Tilework

/// Seats of a stadium, each drawn by code: its colour says its price, grey that it is sold.
final class SeatMap: UIView {
    let stadium = Stadium(count: 100_000)
    private var sold = Set<Int>()

    func sell(_ seat: Int) {
        sold.insert(seat)
        setNeedsDisplay(stadium.seats[seat].frame)
    }

    override func draw(_ rect: CGRect) {
        stadium.drawPitch()
        for (index, seat) in stadium.seats.enumerated() where seat.frame.intersects(rect) {
            stadium.draw(seat, isSold: sold.contains(index))
        }
    }
}

@main
struct SeatMapProgram: TileProgram {
    static let map = ViewSource(SeatMap(frame: Stadium.frame))

    static func documents() -> [ContentDocument] { [ContentDocument(views: map, name: "seats")] }
}

import Tilework

extension SeatMapProgram {
    /// Sells a seat each second.
    static func whileServing() async throws {
        while true {
            try await Task.sleep(for: .seconds(1))
            map.update { $0.sell(.random(in: $0.stadium.seats.indices)) }
        }
    }
}

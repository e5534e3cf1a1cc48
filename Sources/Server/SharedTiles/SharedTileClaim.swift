import TileEngine
import TileSupport

/// The right of this server to make a tile: for all waiting servers if it holds the lock, otherwise for later requests.
final class SharedTileClaim: TileClaim {
    private let name: String
    private let token: String?
    private let put: @Sendable (_ file: [UInt8], _ name: String, _ token: String?) -> Void
    private let letGo: @Sendable (_ name: String, _ token: String) -> Void
    private let isKept = Lock(false)

    init(
        _ name: String, token: String?,
        put: @escaping @Sendable (_ file: [UInt8], _ name: String, _ token: String?) -> Void,
        letGo: @escaping @Sendable (_ name: String, _ token: String) -> Void
    ) {
        (self.name, self.token, self.put, self.letGo) = (name, token, put, letGo)
    }

    func keep(_ file: [UInt8]) {
        isKept.withLock { $0 = true }
        put(file, name, token)
    }

    deinit {
        if let token, !isKept.withLock({ $0 }) { letGo(name, token) }
    }
}

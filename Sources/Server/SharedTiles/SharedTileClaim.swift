import TileEngine
import TileSupport

/// That this server makes a tile: with the lock, for all who wait; without one, for those who come later.
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

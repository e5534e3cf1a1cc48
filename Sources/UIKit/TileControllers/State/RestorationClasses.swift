import TileSupport

/// The restoration classes of controllers whose state was stored, by name. The runtime can't find private classes by
/// name, and a state is only valid in its process.
enum RestorationClasses {
    /// @unchecked Sendable: a class is immutable and never deallocated.
    private struct Entry: @unchecked Sendable {
        let type: any UIViewControllerRestoration.Type
    }

    private static let known = Lock<[String: Entry]>([:])

    static func name(of type: any UIViewControllerRestoration.Type) -> String {
        let name = "\(String(reflecting: type)) \(UInt(bitPattern: ObjectIdentifier(type)))"
        known.withLock { $0[name] = Entry(type: type) }
        return name
    }

    static func named(_ name: String) -> (any UIViewControllerRestoration.Type)? { known.withLock { $0[name]?.type } }
}

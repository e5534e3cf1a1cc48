import Foundation
import TileSupport

/// Where the program `tilework-svg` is.
enum LibrsvgProgram {
    static let name = "tilework-svg"

    /// The path given by the limits or else the environment, as it is; else the first there is beside the running
    /// program or in `../libexec/tilework` from there.
    ///
    /// - Throws: `LibrsvgFailure.programMissing`.
    static func find(
        _ limits: LibrsvgLimits, running: String? = runningProgram,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(LibrsvgFailure) -> String {
        var places: [String] = []
        if let path = limits.program ?? environment["TILEWORK_SVG"] {
            places = [path]
        } else if let running {
            let folder = PathName(running).folder
            places = ["\(folder)/\(name)", "\(folder)/../libexec/tilework/\(name)"]
        }
        guard let program = places.first(where: { access($0, X_OK) == 0 }) else {
            throw .programMissing(places: places)
        }
        return program
    }

    /// The file that this process runs, through all links.
    private static var runningProgram: String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &bytes, bytes.count)
        guard count > 0 else { return nil }
        return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

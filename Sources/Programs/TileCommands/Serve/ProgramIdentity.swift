import Foundation
import TileSupport

/// The identity of this program, to the byte: another build may draw differently, and so may the same build with other
/// libraries.
enum ProgramIdentity {
    /// The version, a hash of the program's file and the names of the libraries that are loaded, which have their
    /// versions in them. Taken once; some 50 ms.
    static let text: String = {
        var hash = SipHash(key: SipHash.Value(low: 0, high: 0))
        if let program = try? Data(contentsOf: URL(fileURLWithPath: "/proc/self/exe"), options: .alwaysMapped) {
            program.withUnsafeBytes { hash.add($0) }
        }
        for name in loadedLibraries.sorted() { hash.add(name) }
        return "\(TileworkCommand.version) \(hash.finish().hex)"
    }()

    /// The names of the files of the loaded libraries, with links resolved.
    private static var loadedLibraries: Set<String> {
        Set(
            maps.split(separator: "\n").compactMap { line in
                guard let slash = line.firstIndex(of: "/") else { return nil }
                let name = PathName(String(line[slash...])).name
                return name.contains(".so") ? name : nil
            })
    }

    /// Read to its end by hand: Foundation takes the file for as long as the system says, and it says nothing.
    private static var maps: String {
        let file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var text: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(file, &piece, piece.count)
            guard count > 0 else { break }
            text += piece[..<count]
        }
        return String(decoding: text, as: UTF8.self)
    }
}

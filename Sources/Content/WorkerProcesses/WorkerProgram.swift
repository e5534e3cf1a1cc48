internal import Foundation
import TileSupport

/// A program that is started as a worker process.
package struct WorkerProgram: Sendable {
    package let name: String
    /// The environment variable that may contain its path.
    package let variable: String

    package init(name: String, variable: String) { (self.name, self.variable) = (name, variable) }

    /// Returns the program's path: the given one, or the environment variable's, unchanged; else the first that exists
    /// beside the running program or in `../libexec/tilework` from there.
    ///
    /// - Throws: `WorkerFailure.programMissing`.
    package func find(
        _ given: String?, running: String? = runningProgram,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(WorkerFailure) -> String {
        var places: [String] = []
        if let path = given ?? environment[variable] {
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

    /// The path of this process's program, with symbolic links resolved.
    package static var runningProgram: String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &bytes, bytes.count)
        guard count > 0 else { return nil }
        return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

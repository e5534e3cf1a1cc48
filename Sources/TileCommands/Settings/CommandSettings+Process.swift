import ArgumentParser
import Dispatch
import Foundation
import TileSupport

extension CommandSettings {
    /// The process's arguments, where they name `serve` with what a file and the environment say besides. Prints the
    /// settings, and ends the process, where it is asked to.
    static func arguments<Root: AsyncParsableCommand>(of root: Root.Type) -> [String] {
        let given = Array(CommandLine.arguments.dropFirst())
        guard given.first == "serve", !given.contains("--help"), !given.contains("-h"),
            let options = CommandOptions(of: "serve", in: root)
        else { return given }
        let settings: CommandSettings
        do {
            settings = try waiting(
                Array(given.dropFirst()), options, file: value(of: "--config", in: given),
                ProcessInfo.processInfo.environment)
        } catch {
            let complaint = error as? Complaint ?? Complaint("\(error)", .data)
            Root.exit(withError: complaint.reported())
        }
        let arguments = ["serve"] + settings.arguments
        if given.prefix(while: { $0 != "--" }).contains("--print-config") {
            do {
                // What can't be run is not printed as if it could.
                _ = try root.parseAsRoot(arguments)
            } catch {
                Root.exit(withError: error)
            }
            print(settings.text)
            Root.exit(withError: nil)
        }
        return arguments
    }

    private static func value(of name: String, in given: [String]) -> String? {
        for (index, argument) in given.enumerated() {
            if argument == "--" { return nil }
            if argument.hasPrefix("\(name)=") { return String(argument.dropFirst(name.count + 1)) }
            if argument == name, index + 1 < given.count { return given[index + 1] }
        }
        return nil
    }

    /// The file is read by a library that has others wait for it; here nothing else goes on yet.
    private static func waiting(
        _ given: [String], _ options: CommandOptions, file: String?, _ environment: [String: String]
    ) throws -> CommandSettings {
        let result = Lock<Result<CommandSettings, any Error>?>(nil)
        let done = DispatchSemaphore(value: 0)
        Task {
            let made: Result<CommandSettings, any Error>
            do {
                made = .success(
                    try await CommandSettings(given, options: options, file: file, environment: environment))
            } catch {
                made = .failure(error)
            }
            result.withLock { $0 = made }
            done.signal()
        }
        done.wait()
        return try result.withLock { $0! }.get()
    }
}

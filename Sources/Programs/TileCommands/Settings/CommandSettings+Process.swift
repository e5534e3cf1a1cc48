import ArgumentParser
import CommandSupport
import Dispatch
import Foundation
import TileSupport

extension CommandSettings {
    /// Returns the process's arguments, for `serve` with the settings of a file and the environment. Prints the
    /// settings and ends the process if requested. Also ends it for an unknown command or setting.
    static func arguments<Root: AsyncParsableCommand>(of root: Root.Type) -> [String] {
        do {
            var words = CommandWords(Array(CommandLine.arguments.dropFirst()))
            try words.checkCommands(of: root)
            words.joinNegativeValues(of: root)
            return try arguments(words.words, of: root)
        } catch {
            let complaint = error as? Complaint ?? Complaint("\(error)", .data)
            Root.exit(withError: complaint.reported())
        }
    }

    private static func arguments<Root: AsyncParsableCommand>(
        _ given: [String], of root: Root.Type
    ) throws -> [String] {
        if given.contains("--help") || given.contains("-h") || given.first == "help" { return given }
        let environment = ProcessInfo.processInfo.environment
        let isServing = given.first == "serve"
        guard isServing || environment.keys.contains(where: { $0.hasPrefix(EnvironmentNames.prefix) }),
            let options = CommandOptions(of: "serve", in: root)
        else { return given }
        guard isServing else {
            // They are settings of `serve`, but a misspelled one may be meant for every command.
            try EnvironmentNames.check(environment, options)
            return given
        }
        let settings = try waiting(
            Array(given.dropFirst()), options, file: value(of: "--config", in: given), environment)
        if let fault = settings.fault(of: "serve", in: root) { throw fault }
        FlagNames.origins.withLock { $0 = settings.origins.map(\.forMessages) }
        let arguments = ["serve"] + settings.arguments
        if given.prefix(while: { $0 != "--" }).contains("--print-config") {
            do {
                // Settings that cannot be used are not printed as if they could.
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

    /// Waits for the library that reads the file, which is asynchronous. Nothing else runs yet.
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

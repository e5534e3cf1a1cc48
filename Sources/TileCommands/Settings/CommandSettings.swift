import ArgumentParser
import Configuration
import Foundation
import SystemPackage
import TileSupport

/// What a command is told, from three places: its flags, else the environment, else a file.
///
/// All have the same names: what is `--cache-size 1GB` as a flag is `TILEWORK_CACHE_SIZE=1GB` in the environment and
/// `"cache-size": "1GB"` in the file, which is JSON. What may be given more than once is a list there, and apart by
/// commas in the environment; what has no value is true or false. `paths` are the files.
struct CommandSettings {
    /// The command's arguments, with what the other places say.
    private(set) var arguments: [String]
    /// What holds, by name, as a file could say it.
    private(set) var effective: [String: any Sendable] = [:]

    private static let environmentPrefix = "TILEWORK"
    /// Read where it is used, by every command.
    private static let ownVariable = "TILEWORK_CACHE_DIR"

    /// - Parameters:
    ///   - given: of the command line, without the command's name.
    ///   - file: JSON; nil for none.
    /// - Throws: `Complaint`.
    init(
        _ given: [String], options: CommandOptions, file: String?, environment: [String: String]
    ) async throws {
        var providers: [any ConfigProvider] = [
            EnvironmentVariablesProvider(
                environmentVariables: environment.filter { $0.key != Self.ownVariable })
        ]
        if let file {
            try Self.checkNames(in: file, options)
            providers.append(try await Self.provider(file))
        }
        let prefix = ConfigReader(provider: providers[0]).scoped(to: ConfigKey([Self.environmentPrefix.lowercased()]))
        let readers = [prefix] + providers.dropFirst().map { ConfigReader(provider: $0) }
        let places = ["the environment"] + (file.map { [$0] } ?? [])

        arguments = given
        let beforeEnd = given.prefix { $0 != "--" }
        var added: [String] = []
        for option in options.options {
            let flag = "--\(option.name)"
            let values = beforeEnd.indices.compactMap { index -> String? in
                if beforeEnd[index].hasPrefix("\(flag)=") { return String(beforeEnd[index].dropFirst(flag.count + 1)) }
                guard beforeEnd[index] == flag else { return nil }
                return option.takesValue && index + 1 < beforeEnd.endIndex ? beforeEnd[index + 1] : "true"
            }
            if !values.isEmpty {
                note(values, option)
                continue
            }
            var found: [String]?
            for (reader, place) in zip(readers, places) where found == nil {
                found = try Self.values(of: option, reader, place)
            }
            if let found {
                note(found, option)
                if option.takesValue {
                    added += found.flatMap { [flag, $0] }
                } else if found == ["true"] {
                    added.append(flag)
                }
            } else if let value = option.defaultValue {
                note([value], option)
            }
        }
        // Before what was given, so that a value is never taken for the one of an option that was.
        arguments = added + given
        if options.takesPaths, !Self.hasPaths(Array(given), options) {
            for (reader, place) in zip(readers, places) {
                guard let paths = try Self.list("paths", reader, place) else { continue }
                arguments += arguments.contains("--") ? paths : ["--"] + paths
                effective["paths"] = paths
                break
            }
        } else if options.takesPaths {
            effective["paths"] = Self.paths(Array(given), options)
        }
    }

    /// As a file could say it.
    var text: String {
        // Strings, booleans and lists of strings: there is nothing that JSON can't say.
        let data = try! JSONSerialization.data(
            withJSONObject: effective, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data, as: UTF8.self)
    }

    private mutating func note(_ values: [String], _ option: CommandOptions.Option) {
        if !option.takesValue {
            effective[option.name] = values.first == "true"
        } else if option.isRepeating {
            effective[option.name] = values.map(Self.withoutPassword)
        } else {
            effective[option.name] = values.last.map(Self.withoutPassword)
        }
    }

    /// Of an address that holds one.
    private static func withoutPassword(_ value: String) -> String {
        guard value.contains("://"), var url = URLComponents(string: value), url.password != nil else { return value }
        url.password = "…"
        return url.string ?? value
    }

    // MARK: Reading

    private static func provider(_ file: String) async throws -> any ConfigProvider {
        do {
            return try await FileProvider<JSONSnapshot>(filePath: FilePath(file))
        } catch {
            throw Complaint("\(file): it can't be read as settings: \(error)", .data)
        }
    }

    /// - Throws: where the file says what no option is.
    private static func checkNames(in file: String, _ options: CommandOptions) throws {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw Complaint("\(file): there is no such file, or it can't be read", .noInput)
        }
        do throws(JSONSyntax.Failure) {
            try JSONSyntax.check(data)
        } catch {
            throw Complaint("\(file): invalid JSON: \(error)", .data)
        }
        guard let members = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] else {
            throw Complaint("\(file): the file must hold one JSON object, such as {\"port\": 8080}", .data)
        }
        let known = Set(options.options.map(\.name)).union(options.takesPaths ? ["paths"] : [])
        for name in members.keys.sorted() where !known.contains(name) {
            let meant =
                Spelling.closestMatch(to: name, in: known.sorted()).map { "; did you mean “\($0)”?" }
                ?? "; --help lists all there are"
            throw Complaint("\(file): unknown setting “\(name)”\(meant)", .data)
        }
        for name in members.keys.sorted() where members[name] is [String: Any] || members[name] is NSNull {
            throw Complaint("\(file): “\(name)” has to be a string, a number, true, false or a list", .data)
        }
        // The library that reads it takes true for 1.
        let switches = (try? JSONDecoder().decode([String: Switch].self, from: data)) ?? [:]
        for option in options.options where option.takesValue && switches[option.name]?.isOne == true {
            throw Complaint("\(file): “\(option.name)” has a value, and is not true or false", .data)
        }
    }

    /// Whether a member is true or false.
    private struct Switch: Decodable {
        let isOne: Bool

        init(from decoder: any Decoder) throws {
            isOne = (try? decoder.singleValueContainer().decode(Bool.self)) != nil
        }
    }

    /// What a place says of an option; nil when it says nothing.
    private static func values(
        of option: CommandOptions.Option, _ reader: ConfigReader, _ place: String
    ) throws -> [String]? {
        if option.isRepeating, let list = try list(option.name, reader, place) { return list }
        let key = key(option.name)
        if !option.takesValue {
            if let isSet = reader.bool(forKey: key) { return [isSet ? "true" : "false"] }
            if reader.string(forKey: key) != nil {
                throw Complaint("\(place): “\(option.name)” is true or false", .data)
            }
            return nil
        }
        if let number = reader.double(forKey: key), reader.string(forKey: key) == nil {
            return [number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"]
        }
        if let text = reader.string(forKey: key) { return [text] }
        if reader.stringArray(forKey: key) != nil || reader.doubleArray(forKey: key) != nil {
            throw Complaint("\(place): “\(option.name)” has one value, and no list of them", .data)
        }
        return nil
    }

    private static func list(_ name: String, _ reader: ConfigReader, _ place: String) throws -> [String]? {
        if let list = reader.stringArray(forKey: key(name)) { return list }
        return reader.string(forKey: key(name)).map { [$0] }
    }

    private static func key(_ name: String) -> ConfigKey { ConfigKey([name]) }

    // MARK: The command line

    private static func hasPaths(_ given: [String], _ options: CommandOptions) -> Bool {
        !paths(given, options).isEmpty
    }

    /// What is no option and no option's value.
    private static func paths(_ given: [String], _ options: CommandOptions) -> [String] {
        let withValues = Set(options.options.filter(\.takesValue).map { "--\($0.name)" }).union(["--config"])
        var paths: [String] = []
        var index = 0
        while index < given.count {
            let argument = given[index]
            if argument == "--" { return paths + given[(index + 1)...] }
            if withValues.contains(argument) { index += 1 } else if !argument.hasPrefix("-") { paths.append(argument) }
            index += 1
        }
        return paths
    }
}

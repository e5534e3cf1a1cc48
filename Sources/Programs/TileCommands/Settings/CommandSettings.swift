import ArgumentParser
import CommandSupport
import Configuration
import Foundation
import SystemPackage
import TileSupport

/// The settings of a command from three places: its flags, else the environment, else a file.
///
/// All have the same names: the flag `--cache-size 1GB` is `TILEWORK_CACHE_SIZE=1GB` in the environment and
/// `"cache-size": "1GB"` in the file, which is JSON. A repeatable option is a list in the file, and separated by commas
/// in the environment. A flag without a value is true or false. `paths` are the files.
struct CommandSettings {
    /// A place that settings come from, besides the command line.
    enum Place: Hashable {
        case environment
        /// The file's path.
        case file(String)

        /// A setting as this place spells it.
        func name(of setting: String) -> String {
            switch self {
            case .environment: EnvironmentNames.variable(of: setting)
            case .file(let path): "\(path): “\(setting)”"
            }
        }

        /// The exit code for an invalid setting: a file is data, and a variable is like an option.
        var code: Complaint.Code {
            switch self {
            case .environment: .usage
            case .file: .data
            }
        }
    }

    /// A setting that comes from another place than the command line.
    struct Origin: Hashable {
        var option: CommandOptions.Option
        var place: Place
        /// The setting as command-line arguments.
        var arguments: [String]
        /// The value as the place has it, for messages.
        var value: String

        /// The setting as messages of libraries name it.
        var forMessages: FlagNames.Origin {
            FlagNames.Origin(flag: "--\(option.name)", name: place.name(of: option.name), value: value)
        }
    }

    /// The arguments of the command line.
    private let given: [String]
    private let takesPaths: Bool
    /// Files that another place names.
    private var paths: [String] = []
    /// The settings that the command line does not have, in the order of the options.
    private(set) var origins: [Origin] = []
    /// The effective settings by name, as a file could have them.
    private(set) var effective: [String: any Sendable] = [:]

    /// The command's arguments with the settings of the other places.
    var arguments: [String] { arguments(of: origins) }

    private func arguments(of origins: [Origin]) -> [String] {
        // Before what was given, so that a value is never taken for the one of an option that was.
        let all = origins.flatMap(\.arguments) + given
        if paths.isEmpty { return all }
        return all + (all.contains("--") ? [] : ["--"]) + paths
    }

    /// - Parameters:
    ///   - given: The command line, without the command's name.
    ///   - file: The path of a JSON file; nil for none.
    /// - Throws: `Complaint`.
    init(
        _ given: [String], options: CommandOptions, file: String?, environment: [String: String]
    ) async throws {
        try EnvironmentNames.check(environment, options)
        let variables = environment.filter {
            $0.key != CacheArguments.variable && !EnvironmentNames.isServiceLink($0.key, value: $0.value)
        }
        let scope = ConfigKey([String(EnvironmentNames.prefix.dropLast()).lowercased()])
        let provider = EnvironmentVariablesProvider(environmentVariables: variables)
        var places = [(reader: ConfigReader(provider: provider).scoped(to: scope), place: Place.environment)]
        if let file {
            try Self.checkNames(in: file, options)
            places.append((ConfigReader(provider: try await Self.provider(file)), .file(file)))
        }

        self.given = given
        takesPaths = options.takesPaths
        let beforeEnd = given.prefix { $0 != "--" }
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
            var found: (values: [String], place: Place)?
            for (reader, place) in places where found == nil {
                found = try Self.values(of: option, reader, place).map { ($0, place) }
            }
            if let (values, place) = found {
                note(values, option)
                let arguments =
                    option.takesValue
                    ? values.map { "\(flag)=\($0)" } : values == ["true"] ? [flag] : []
                if !arguments.isEmpty {
                    origins.append(
                        Origin(
                            option: option, place: place, arguments: arguments, value: values.joined(separator: ",")))
                }
            } else if let value = option.defaultValue {
                note([value], option)
            }
        }
        if options.takesPaths, !Self.hasPaths(given, options) {
            for (reader, _) in places where paths.isEmpty {
                paths = Self.texts(ofSetting: "paths", in: reader) ?? []
            }
            if !paths.isEmpty { effective["paths"] = paths }
        } else if options.takesPaths {
            effective["paths"] = Self.paths(given, options)
        }
    }

    /// The reason why a setting of a file or the environment cannot be used, with the place that has it; nil if all can
    /// be used, or if the command line itself is at fault.
    func fault<Root: ParsableCommand>(of command: String, in root: Root.Type) -> Complaint? {
        guard !origins.isEmpty, let message = Self.refusal([command] + arguments, root) else { return nil }
        // A setting is at fault if without it the command is accepted, or is refused for another reason.
        let culprit = origins.first { origin in
            Self.refusal([command] + arguments(of: origins.filter { $0 != origin }), root) != message
        }
        guard let culprit else { return nil }
        let name = culprit.place.name(of: culprit.option.name)
        let isUnreadable = UsageChecks.$areSkipped.withValue(true) {
            Self.refusal([command] + culprit.arguments + (takesPaths ? ["--", "path"] : []), root) != nil
        }
        let code = culprit.place.code
        guard isUnreadable else { return Complaint("\(name): \(message)", code) }
        let advice = advice(about: culprit.option, of: command, in: root)
        return Complaint("\(name): invalid value “\(culprit.value)”: \(advice)", code)
    }

    /// Returns the advice about a value that cannot be read: the allowed values, or the form of values by those that
    /// the option does read.
    private func advice<Root: ParsableCommand>(
        about option: CommandOptions.Option, of command: String, in root: Root.Type
    ) -> String {
        func reads(_ value: String) -> Bool {
            UsageChecks.$areSkipped.withValue(true) {
                Self.refusal([command, "--\(option.name)=\(value)"] + (takesPaths ? ["--", "path"] : []), root) == nil
            }
        }
        let allowed = option.allowedValues
        if !allowed.isEmpty { return "use \(ChoiceList.text(allowed))" }
        if let advice = ServeArguments.listAdvice[option.name] { return advice }
        if option.isRepeating || !reads("1") { return "see \(root.configuration.commandName ?? "") \(command) --help" }
        if reads("1MB") { return ByteSize.advice }
        return reads("0.5") ? "use a number" : "use a whole number"
    }

    /// The parser's message about arguments that it refuses; nil if it accepts them.
    private static func refusal<Root: ParsableCommand>(_ arguments: [String], _ root: Root.Type) -> String? {
        do {
            _ = try root.parseAsRoot(arguments)
            return nil
        } catch {
            return root.exitCode(for: error).isSuccess ? nil : root.message(for: error)
        }
    }

    /// The effective settings as JSON that `--config` reads.
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

    /// The value without the password of an address.
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
            throw Complaint("\(file): can't be read as settings: \(error)", .data)
        }
    }

    /// Checks the names and the types of the members of a file.
    ///
    /// - Throws: `Complaint`.
    private static func checkNames(in file: String, _ options: CommandOptions) throws {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw Complaint(unreadable: file)
        }
        do throws(JSONSyntax.Failure) {
            try JSONSyntax.check(data)
        } catch {
            throw Complaint("\(file): \(error)", .data)
        }
        guard let members = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] else {
            throw Complaint("\(file): the file must hold one JSON object, such as {\"port\": 8080}", .data)
        }
        for name in members.keys.sorted() where CommandOptions.isOfOneRun(name) {
            throw Complaint("\(file): “\(name)” can't be set in a file: use --\(name) on the command line", .data)
        }
        let known = Set(options.options.map(\.name)).union(options.takesPaths ? ["paths"] : [])
        for name in members.keys.sorted() where !known.contains(name) {
            let meant =
                Spelling.closestMatch(to: name, in: known.sorted()).map { "; did you mean “\($0)”?" }
                ?? "; see serve --help for all settings"
            throw Complaint("\(file): unknown setting “\(name)”\(meant)", .data)
        }
        for name in members.keys.sorted() where members[name] is [String: Any] || members[name] is NSNull {
            throw Complaint("\(file): “\(name)”: use a string, a number, true, false, or a list", .data)
        }
        if options.takesPaths, let paths = members["paths"], !(paths is [String] || paths is String) {
            throw Complaint("\(file): “paths”: use a list of files and folders", .data)
        }
        // The library that reads it takes true for 1.
        let switches = (try? JSONDecoder().decode([String: Switch].self, from: data)) ?? [:]
        for option in options.options where option.takesValue && switches[option.name]?.isOne == true {
            throw Complaint("\(file): “\(option.name)”: true and false are not allowed here: use a value", .data)
        }
    }

    /// Whether a member is true or false.
    private struct Switch: Decodable {
        let isOne: Bool

        init(from decoder: any Decoder) throws {
            isOne = (try? decoder.singleValueContainer().decode(Bool.self)) != nil
        }
    }

    /// The values that a place has for an option; nil if it has none.
    private static func values(
        of option: CommandOptions.Option, _ reader: ConfigReader, _ place: Place
    ) throws -> [String]? {
        if option.isRepeating, let texts = texts(ofSetting: option.name, in: reader) { return texts }
        let key = key(option.name)
        if !option.takesValue {
            if let isSet = reader.bool(forKey: key) { return [isSet ? "true" : "false"] }
            if let text = reader.string(forKey: key) {
                throw Complaint(
                    "\(place.name(of: option.name)): invalid value “\(text)”: use true or false", place.code)
            }
            return nil
        }
        if let number = reader.double(forKey: key), reader.string(forKey: key) == nil {
            return [GroupedNumber.typed(number)]
        }
        if let text = reader.string(forKey: key) { return [text] }
        if reader.stringArray(forKey: key) != nil || reader.doubleArray(forKey: key) != nil {
            throw Complaint("\(place.name(of: option.name)): a list is not allowed here: use one value", place.code)
        }
        return nil
    }

    /// Returns the values of a setting that may be a text or a list of texts; nil if it is not set.
    private static func texts(ofSetting name: String, in reader: ConfigReader) -> [String]? {
        if let list = reader.stringArray(forKey: key(name)) { return list }
        return reader.string(forKey: key(name)).map { [$0] }
    }

    private static func key(_ name: String) -> ConfigKey { ConfigKey([name]) }

    // MARK: The command line

    private static func hasPaths(_ given: [String], _ options: CommandOptions) -> Bool {
        !paths(given, options).isEmpty
    }

    /// The arguments that are neither options nor their values.
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

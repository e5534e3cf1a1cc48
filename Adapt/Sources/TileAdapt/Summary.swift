/// The summary of an adaptation for a terminal: counts by rule, omitted code, and the places that need manual work.
public struct Summary {
    private let adaptation: Adaptation
    private let folder: String?

    /// - Parameter folder: The folder that the sources were written to; nil if they were not.
    public init(_ adaptation: Adaptation, wrote folder: String?) {
        self.adaptation = adaptation
        self.folder = folder
    }

    public var text: String {
        let changed = adaptation.changedNames.count
        var text = "\(Self.count(adaptation.sources.count, "source")), "
        guard changed > 0 else { return text + "nothing to adapt\n" + rest }
        text += folder.map { "\(changed) adapted, written to \($0)\n" } ?? "\(changed) to adapt; nothing was written\n"
        text += "\n" + table + section("Not here, and dropped", of: .dropped) + rest
        return text
    }

    /// The sections about manual work.
    private var rest: String { section("Left for you", of: .left) + missing }

    /// The uses of what does not exist here, by name.
    private var missing: String {
        let uses = Dictionary(grouping: adaptation.notes.filter { $0.kind == .missing }, by: \.subject)
        guard !uses.isEmpty else { return "" }
        let lines = uses.sorted { $0.key < $1.key }.map { subject, notes in
            var places: [String] = []
            for place in notes.map(Self.location) where places.last != place { places.append(place) }
            let more = places.count > Self.shown ? " and \(places.count - Self.shown) more" : ""
            return "  \(subject)  \(places.prefix(Self.shown).joined(separator: ", "))\(more)\n"
        }
        return "\nUsed, and missing here:\n" + lines.joined()
    }

    /// The notes, one a line, each after its location.
    public var lines: String {
        adaptation.notes
            .map { "\(Self.location(of: $0)): \($0.kind.rawValue): \($0.subject): \($0.message)\n" }.joined()
    }

    private var table: String {
        let counted = Rule.allCases.map { rule in
            (rule, adaptation.notes.filter { $0.rule == rule && ($0.kind == .rewritten || $0.kind == .generated) })
        }.filter { !$0.1.isEmpty }
        let width = counted.map { String($0.1.count).count }.max() ?? 0
        return counted.map { rule, notes in
            let number = String(notes.count)
            let files = Set(notes.map(\.file)).count
            return
                "  \(String(repeating: " ", count: width - number.count))\(number)  \(rule.title), in \(Self.count(files, "file"))\n"
        }.joined()
    }

    /// Returns a section in which notes with the same message are combined, with their subjects and locations.
    private func section(_ title: String, of kind: Note.Kind) -> String {
        let notes = adaptation.notes.filter { $0.kind == kind }
        guard !notes.isEmpty else { return "" }
        var order: [String] = []
        var locations: [String: [String]] = [:]
        for note in notes {
            if locations[note.message] == nil { order.append(note.message) }
            let location = "\(note.subject)  \(Self.location(of: note))"
            if locations[note.message]?.last != location { locations[note.message, default: []].append(location) }
        }
        let lines = order.map { message in
            let all = locations[message] ?? []
            let more = all.count > Self.shown ? "      and \(all.count - Self.shown) more\n" : ""
            return "  \(message)\n" + all.prefix(Self.shown).map { "      \($0)\n" }.joined() + more
        }
        return "\n\(title):\n" + lines.joined()
    }

    /// The maximum number of locations that are listed for one message; `lines` has all.
    private static let shown = 4

    private static func location(of note: Note) -> String { "\(note.file):\(note.line)" }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}

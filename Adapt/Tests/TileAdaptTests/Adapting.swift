import TileAdapt

/// Returns one source, adapted as if it were a whole module.
func adapt(_ text: String, _ options: AdaptOptions = AdaptOptions()) -> String {
    adapt(["A.swift": text], options).text("A.swift")
}

/// Returns the sources of a module, adapted.
func adapt(_ texts: [String: String], _ options: AdaptOptions = AdaptOptions()) -> Adaptation {
    Adapter(options).adapt(texts.sorted { $0.key < $1.key }.map { SourceText(name: $0.key, text: $0.value) })
}

extension Adaptation {
    func text(_ name: String) -> String { sources.first { $0.name == name }?.text ?? "" }

    /// Returns the notes of a kind: the line and the subject of each.
    func notes(of kind: Note.Kind) -> [String] {
        notes.filter { $0.kind == kind }.map { "\($0.line) \($0.subject)" }
    }
}

/// A path that the server has, as OpenAPI describes it. It is read with GET, and with HEAD.
struct OpenAPIPath: Hashable, Sendable {
    /// With its parameters in braces.
    let template: String
    /// The operation's name in clients that are made of the description.
    let name: String
    let tag: String
    let text: String
    let parameters: [OpenAPIParameter]
    /// By their statuses, which are different.
    let answers: [OpenAPIAnswer]

    /// - Parameter answers: those of all paths are added to them.
    init(
        _ template: String, _ name: String, tag: String, _ text: String, parameters: [OpenAPIParameter] = [],
        answers: [OpenAPIAnswer]
    ) {
        self.template = template
        self.name = name
        self.tag = tag
        self.text = text
        self.answers =
            answers
            + OpenAPIAnswer.ofAllPaths.filter { common in !answers.contains { $0.status == common.status } }
        self.parameters = parameters + (answers.contains(.unchanged) ? [.ifNoneMatch] : [])
    }

    private static let headPrefix = "head"

    var json: JSONValue {
        [
            "parameters": .array(parameters.map(\.json)), "get": operation(forHead: false),
            "head": operation(forHead: true),
        ]
    }

    private func operation(forHead: Bool) -> JSONValue {
        let answers = answers.map { ("\($0.status)", $0.reference(forHead: forHead)) }
        return [
            "operationId": .string(forHead ? Self.headPrefix + name.prefix(1).uppercased() + name.dropFirst() : name),
            "summary": .string(forHead ? "The headers of: \(text)" : text), "tags": [.string(tag)],
            // A path's own description of a status comes before the one of all paths.
            "responses": .object(Dictionary(answers, uniquingKeysWith: { first, _ in first })),
        ]
    }
}

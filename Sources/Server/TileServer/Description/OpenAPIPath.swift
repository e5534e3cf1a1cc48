/// The OpenAPI description of one of the server's paths, for GET and HEAD.
struct OpenAPIPath: Hashable, Sendable {
    /// The path, with its parameters in braces.
    let template: String
    /// The operation's name in clients generated from the description.
    let name: String
    let tag: String
    let text: String
    let parameters: [OpenAPIParameter]
    /// The answers, each with a different status.
    let answers: [OpenAPIAnswer]

    /// - Parameter answers: The answers of this path. Those that all paths share are added.
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
            // A path's own description of a status precedes the shared one.
            "responses": .object(Dictionary(answers, uniquingKeysWith: { first, _ in first })),
        ]
    }
}

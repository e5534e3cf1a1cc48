/// The members that a JSON file may have, as far as unknown ones are errors.
///
///     let members: JSONMembers = .object(["private": .any, "tokens": .any, "key": .any])
///     try JSONSyntax.check(data, members: members)
package indirect enum JSONMembers: Sendable {
    /// Any value, whatever members its objects have.
    case any
    /// An object that has these members and no others. A value that is not an object passes.
    case object([String: JSONMembers])
    /// A list, each element of which has these members. A value that is not a list passes.
    case list(JSONMembers)

    /// An object that has these members, each with any value.
    package static func names(_ names: some Sequence<String>) -> JSONMembers {
        .object(Dictionary(names.map { ($0, .any) }, uniquingKeysWith: { first, _ in first }))
    }
}

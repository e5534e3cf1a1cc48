import ArgumentParser

/// The value of an option with a form that needs an explanation.
package protocol AdvisedValue: ExpressibleByArgument {
    /// The advice about a value that cannot be read, such as "use a whole number".
    static var advice: String { get }
}

extension AdvisedValue {
    /// Reads a value from the command line, as the `transform` of an option.
    ///
    /// - Throws: The advice, which the parser adds to its message.
    @Sendable package static func reading(_ text: String) throws -> Self {
        guard let value = Self(argument: text) else { throw ValidationError(advice) }
        return value
    }
}

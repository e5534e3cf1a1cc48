/// The reason why a session is not opened.
package enum SessionRefusal: Error, Hashable {
    /// The id is in use.
    case exists
    /// The client has the maximum number of sessions.
    case tooManyOfClient
    /// The server has the maximum number of sessions.
    case tooMany
}

/// Why a session is not opened.
package enum SessionRefusal: Error, Hashable {
    /// There is one of that name.
    case exists
    /// The client has as many as one may have.
    case tooManyOfClient
    /// There are as many as there may be.
    case tooMany
}

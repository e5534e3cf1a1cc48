import Foundation
import FoundationNetworking

extension URLSession {
    /// Returns a session for requests to a server under test. Requests have no time limit, because the duration of an
    /// answer depends on the machine's load. Every answer comes from the server, and none from a cache.
    static func patient() -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCache = nil
        // Eleven days, because the library has no value for "none".
        configuration.timeoutIntervalForRequest = 1e6
        configuration.timeoutIntervalForResource = 1e6
        return URLSession(configuration: configuration)
    }
}

import Foundation
import FoundationNetworking

extension URLSession {
    /// Asks a server under test. A request has no time limit of its own: how long an answer takes says how busy the
    /// machine is. Each answer is the server's own, none from a cache.
    static func patient() -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCache = nil
        // Eleven days: the library has no word for "none".
        configuration.timeoutIntervalForRequest = 1e6
        configuration.timeoutIntervalForResource = 1e6
        return URLSession(configuration: configuration)
    }
}

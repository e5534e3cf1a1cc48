/// The rules for web pages: which sites' pages may read answers, open sessions and show the viewer in a frame, and
/// which host names the server answers to.
///
/// A browser on this machine can reach servers that listen only on a loopback address, and so can every page that it
/// shows. Such a server therefore lets only its own pages read answers, and refuses host names that are not known: a
/// page's owner can point a name of their own at 127.0.0.1 (DNS rebinding), and the browser then takes this server for
/// a part of that site.
public struct WebPolicy: Sendable {
    /// A set of origins or host names.
    public enum Names: Hashable, Sendable {
        case all
        case listed(Set<String>)

        func contains(_ name: String) -> Bool {
            switch self {
            case .all: true
            case .listed(let names): names.contains(name)
            }
        }
    }

    /// The clients that can reach the server.
    public enum Reach: Hashable, Sendable {
        /// Programs on this machine only: the server listens on a loopback address.
        case thisMachine
        case network
    }

    /// The pages that browsers let show an answer without reading it, such as a tile in an `img` element: the value of
    /// `Cross-Origin-Resource-Policy`.
    public enum ResourcePolicy: String, CaseIterable, Sendable {
        case sameOrigin = "same-origin"
        case sameSite = "same-site"
        case crossOrigin = "cross-origin"
    }

    /// The values of `Referrer-Policy` (W3C Referrer Policy, section 3).
    public enum ReferrerPolicy: String, CaseIterable, Sendable {
        case noReferrer = "no-referrer"
        case sameOrigin = "same-origin"
        case origin
        case strictOrigin = "strict-origin"
        case originWhenCrossOrigin = "origin-when-cross-origin"
        case strictOriginWhenCrossOrigin = "strict-origin-when-cross-origin"
    }

    /// The clients that can reach the server; nil to derive it from the address that the server listens on.
    public var reach: Reach?
    /// The origins, such as `https://maps.example`, whose pages may read all answers and open scroll sessions. The
    /// server's own pages always may. On the network, pages of all sites may read answers.
    public var origins = Names.listed([])
    /// Host names, without a port, that a server of this machine answers to, besides `localhost`, the loopback
    /// addresses and the configured host. A server on the network answers to all.
    public var hosts = Names.listed([])
    /// The origins whose pages may show the viewer in a frame, besides the server's own pages and `origins`.
    public var frameAncestors = Names.listed([])
    /// The value of `Cross-Origin-Resource-Policy`; nil for the default, which is `same-site` if only the server's own
    /// pages may read answers, and `cross-origin` otherwise.
    public var resourcePolicy: ResourcePolicy?
    /// The part of a page's address that browsers send to other servers. Addresses may hold grants, so the default is
    /// none of it.
    public var referrerPolicy = ReferrerPolicy.noReferrer

    public init() {}
}

import Foundation

/// The limit on files and connections that a process may have open.
enum Descriptors {
    /// The descriptors reserved for contents, helpers and temporary files, in addition to the connections.
    static let besideConnections = 512

    /// Raises the process's own limit to this number of open descriptors, as far as the system allows. Most systems
    /// start programs with 1024, for old programs that fail with more.
    static func allow(_ count: Int) {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return }
        let wanted = min(rlim_t(clamping: count), limit.rlim_max)
        guard wanted > limit.rlim_cur else { return }
        limit.rlim_cur = wanted
        setrlimit(resource, &limit)
    }
}

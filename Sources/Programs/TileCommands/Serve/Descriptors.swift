import Foundation

/// How many files and connections a process may have open.
enum Descriptors {
    /// For contents, helpers and temporary files, beside the connections.
    static let besideConnections = 512

    /// Raises the process's own limit, as far as it may, so that so many can be open: most systems start programs with
    /// 1024, for programs of old that could not bear more.
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

import Foundation

/// The limit on files and connections that this process may have open (`RLIMIT_NOFILE`).
package enum DescriptorLimit {
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

    /// The process's own limit; `Int.max` if there is none or it can't be read.
    package static var current: Int { Int(clamping: limits?.rlim_cur ?? .max) }

    private static var limits: rlimit? {
        var limits = rlimit()
        return getrlimit(resource, &limits) == 0 ? limits : nil
    }

    /// Raises the process's own limit to a number of descriptors, as far as the system allows. Most systems start
    /// programs with 1024, for old programs that fail with more.
    package static func raise(to count: Int) {
        guard var limits else { return }
        let wanted = min(rlim_t(clamping: count), limits.rlim_max)
        guard wanted > limits.rlim_cur else { return }
        limits.rlim_cur = wanted
        setrlimit(resource, &limits)
    }
}

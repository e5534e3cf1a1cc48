import Glibc

/// The limits and the lifetime of a worker process, which it sets on its own.
package enum ProcessLimits {
    /// Limits the address space, in bytes, and disables core files.
    package static func allow(memory: Int) {
        set(RLIMIT_CORE, soft: 0, hard: 0)
        set(RLIMIT_AS, soft: rlim_t(memory), hard: rlim_t(memory))
    }

    /// Limits the writable memory of the process's own, in bytes. Unlike the address space, it contains neither mapped
    /// files nor what allocators reserve without access, but the whole stack of each thread, usually 8 MB.
    package static func allow(writtenMemory: Int) {
        set(RLIMIT_DATA, soft: rlim_t(writtenMemory), hard: rlim_t(writtenMemory))
    }

    /// Limits the processor time, counted from now. Beyond it, the system ends the process (SIGXCPU).
    package static func allow(processorSeconds: Int) {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        // The system counts whole seconds.
        let used = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + 1
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
        let wanted = rlim_t(used) + rlim_t(min(processorSeconds, 1 << 30))
        set(RLIMIT_CPU, soft: min(wanted, limit.rlim_max), hard: limit.rlim_max)
    }

    /// Ends this process as soon as the other end of the socket is closed, even during a request: Tilework no longer
    /// needs it, or has exited.
    ///
    /// The alternative PR_SET_PDEATHSIG depends on the thread that started this process, and Dispatch's threads end
    /// while the program runs.
    static func endWithPeer(of descriptor: Int32) -> Bool {
        var thread = pthread_t()
        let argument = UnsafeMutableRawPointer(bitPattern: Int(descriptor))
        return pthread_create(
            &thread, nil,
            { argument in
                let descriptor = Int32(Int(bitPattern: argument))
                // Closing is reported even without requested events.
                var entry = pollfd(fd: descriptor, events: 0, revents: 0)
                while poll(&entry, 1, -1) <= 0 {}
                _exit(0)
            }, argument) == 0
    }

    private static func set(_ resource: __rlimit_resource, soft: rlim_t, hard: rlim_t) {
        var limit = rlimit(rlim_cur: soft, rlim_max: hard)
        setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    }
}

import CBlockCount
import PerfCommands

/// `tilework perf` by itself: without the server, for builds that are only measured. It counts memory blocks too.
@main
struct Main {
    static func main() {
        PerfCommand.countAllocations { Int(allocation_count()) }
        PerfCommand.main()
    }
}

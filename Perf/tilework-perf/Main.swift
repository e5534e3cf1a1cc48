import CAllocationCount
import CLinking
import CommandSupport
import PerfCommands

/// `tilework perf` by itself: without the server, for builds that are only measured. It counts memory blocks too.
@main
struct Main: PerfProgram {
    static var hooks: PerfHooks { PerfHooks(allocationCount: { Int(allocation_count()) }) }

    static func main() { CommandProgram.run(PerfCommand<Self>.self) }
}

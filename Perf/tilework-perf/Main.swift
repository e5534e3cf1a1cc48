import PerfCommands

/// `tilework perf` by itself: without the server, for builds that are only measured.
@main
struct Main {
    static func main() { PerfCommand.main() }
}

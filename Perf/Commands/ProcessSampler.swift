import TilePerf

/// Has two builds run a trace, each run in a new process: what differs between two runs of a program - where its
/// memory lies, how its hashes are seeded - then is in the samples, and not taken for a difference between the builds.
struct ProcessSampler: TimeSampler {
    var base: MeasuredBuild
    var head: MeasuredBuild
    var file: TraceFile
    var clock: PerfRunCommand.ClockOption
    /// Of each run on the virtual clock.
    var replays: Int
    /// Seconds for a run.
    var limit: Double
    var folder: TrialFolder

    func sample(_ build: TimeTrial.Build, _ trace: String) throws -> WorkSample {
        try (build == .head ? head : base).time(
            file, clock, replays: replays, limit: limit, in: folder)
    }
}

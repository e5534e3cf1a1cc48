import TilePerf

/// Has two builds run a trace, each run in a new process: what differs between two runs of a program - where its
/// memory lies, how its hashes are seeded - then is in the samples, and not taken for a difference between the builds.
struct ProcessSampler: TimeSampler {
    var base: MeasuredBuild
    var head: MeasuredBuild
    var file: TraceFile
    var clock: ClockOption
    /// The number of replays in each run on the virtual clock.
    var replays: Int
    /// Seconds for a run.
    var limit: Double
    var folder: TrialFolder
    /// The number of rounds in the trial, each with six runs.
    var rounds: Int
    /// Runs so far.
    private var runs = 0

    init(
        base: MeasuredBuild, head: MeasuredBuild, file: TraceFile, clock: ClockOption, replays: Int,
        limit: Double, folder: TrialFolder, rounds: Int
    ) {
        (self.base, self.head, self.file, self.clock) = (base, head, file, clock)
        (self.replays, self.limit, self.folder, self.rounds) = (replays, limit, folder, rounds)
    }

    mutating func sample(_ build: TimeTrial.Build, _ trace: String) throws -> WorkSample {
        let (round, run) = (runs / TimeTrial.runsInRound, runs % TimeTrial.runsInRound)
        runs += 1
        TrialProgress.show(
            "\(trace): time\(round < rounds ? "" : " again, because it looks slower"), round "
                + "\(round % rounds + 1) of \(rounds)", isStep: run == 0)
        return try (build == .head ? head : base).time(
            file, clock, replays: replays, limit: limit, in: folder)
    }
}

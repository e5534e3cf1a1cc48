import ArgumentParser

/// The clock of a replay.
enum ClockOption: String, ExpressibleByArgument, CaseIterable, Sendable { case virtual, real }

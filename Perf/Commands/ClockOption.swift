import ArgumentParser

/// What a replay takes its time from.
enum ClockOption: String, ExpressibleByArgument, CaseIterable, Sendable { case virtual, real }

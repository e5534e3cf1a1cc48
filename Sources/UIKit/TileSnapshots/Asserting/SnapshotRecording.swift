import Foundation
public import Testing

/// Which snapshots are written anew.
public enum SnapshotRecording: String, Sendable {
    /// Those that are missing: the test fails once, and says so.
    case missing
    /// All. Each test fails, and says so.
    case all
    /// Those that are missing, and those that differ.
    case failed
    /// None: what is missing fails, as in CI.
    case never
}

/// What assertions follow where they say nothing themselves.
struct SnapshotSettings: Sendable {
    var record: SnapshotRecording

    @TaskLocal static var own: SnapshotSettings?

    /// Of the environment: `SNAPSHOT_TESTING_RECORD` is one of the names of `SnapshotRecording`.
    static let inherited = SnapshotSettings(
        record: ProcessInfo.processInfo.environment["SNAPSHOT_TESTING_RECORD"].flatMap {
            SnapshotRecording(rawValue: $0)
        }
            ?? .missing)

    static var current: SnapshotSettings { own ?? inherited }
}

/// Runs assertions that write snapshots as said.
public func withSnapshotTesting<Result>(
    record: SnapshotRecording? = nil, operation: () throws -> Result
) rethrows -> Result {
    var settings = SnapshotSettings.current
    if let record { settings.record = record }
    return try SnapshotSettings.$own.withValue(settings, operation: operation)
}

/// As the other, of code that waits.
public func withSnapshotTesting<Result>(
    record: SnapshotRecording? = nil, isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
) async rethrows -> Result {
    var settings = SnapshotSettings.current
    if let record { settings.record = record }
    return try await SnapshotSettings.$own.withValue(settings, operation: operation, isolation: isolation)
}

/// A trait of tests and suites: `@Suite(.snapshots(record: .failed))`.
public struct SnapshotsTrait: TestTrait, SuiteTrait, TestScoping {
    let record: SnapshotRecording?
    public let isRecursive = true

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws { try await withSnapshotTesting(record: record) { try await function() } }
}

extension Trait where Self == SnapshotsTrait {
    public static func snapshots(record: SnapshotRecording? = nil) -> SnapshotsTrait { SnapshotsTrait(record: record) }
}

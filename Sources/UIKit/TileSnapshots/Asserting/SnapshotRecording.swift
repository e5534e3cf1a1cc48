import Foundation
public import Testing

/// The snapshots to write during a test.
public enum SnapshotRecording: String, Sendable {
    /// Missing snapshots are written, and their tests fail once with a message.
    case missing
    /// All snapshots are written. Each test fails with a message.
    case all
    /// Missing and failing snapshots are written.
    case failed
    /// No snapshots are written. A missing one is a failure, for example in CI.
    case never
}

/// The settings of assertions without explicit ones.
struct SnapshotSettings: Sendable {
    var record: SnapshotRecording

    @TaskLocal static var own: SnapshotSettings?

    /// The settings in the environment: `SNAPSHOT_TESTING_RECORD` is the name of a `SnapshotRecording` case.
    static let inherited = SnapshotSettings(
        record: ProcessInfo.processInfo.environment["SNAPSHOT_TESTING_RECORD"].flatMap {
            SnapshotRecording(rawValue: $0)
        }
            ?? .missing)

    static var current: SnapshotSettings { own ?? inherited }
}

/// Runs assertions with a recording mode.
public func withSnapshotTesting<Result>(
    record: SnapshotRecording? = nil, operation: () throws -> Result
) rethrows -> Result {
    var settings = SnapshotSettings.current
    if let record { settings.record = record }
    return try SnapshotSettings.$own.withValue(settings, operation: operation)
}

/// Runs asynchronous assertions with a recording mode.
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

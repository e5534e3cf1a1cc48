import Foundation
import Testing
import XCTest

/// Asserts that a value matches its stored snapshot.
///
///     assertSnapshot(of: controller, as: .image(on: .iPhone13, traits: .init(userInterfaceStyle: .dark)))
///
/// If there is no snapshot, it is stored, and the test fails once. Snapshots are in the folder `__Snapshots__` beside
/// the test's file. A difference fails the test with a description. Files for inspection are written to a temporary
/// folder that the message names; `SNAPSHOT_ARTIFACTS` sets another folder.
///
/// In a Swift Testing test an issue is recorded, otherwise an XCTest failure.
///
/// - Parameters:
///   - name: The name of the snapshot within the test; by default its number.
///   - record: The recording mode, which overrides `withSnapshotTesting(record:)`, traits, and the environment.
public func assertSnapshot<Value, Format>(
    of value: @autoclosure () throws -> Value, as snapshotting: Snapshotting<Value, Format>, named name: String? = nil,
    record recording: SnapshotRecording? = nil, fileID: StaticString = #fileID, file filePath: StaticString = #filePath,
    testName: String = #function, line: UInt = #line, column: UInt = #column
) {
    let failure = verifySnapshot(
        of: try value(), as: snapshotting, named: name, record: recording, file: filePath, testName: testName)
    guard let failure else { return }
    if Test.current != nil {
        Issue.record(
            Comment(rawValue: failure),
            sourceLocation: SourceLocation(
                fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column)))
    } else {
        XCTFail(failure, file: filePath, line: line)
    }
}

/// Asserts that a value matches its snapshots with several named strategies, such as all devices in both styles.
///
///     assertSnapshots(of: controller, as: .images(on: [.iPhoneSe, .iPhone13, .iPadPro11]))
public func assertSnapshots<Value, Format>(
    of value: @autoclosure () throws -> Value, as strategies: [String: Snapshotting<Value, Format>],
    record recording: SnapshotRecording? = nil, fileID: StaticString = #fileID, file filePath: StaticString = #filePath,
    testName: String = #function, line: UInt = #line, column: UInt = #column
) {
    for (name, strategy) in strategies.sorted(by: { $0.key < $1.key }) {
        assertSnapshot(
            of: try value(), as: strategy, named: name, record: recording, fileID: fileID, file: filePath,
            testName: testName, line: line, column: column)
    }
}

/// Returns the failure message of `assertSnapshot`, or nil if the value matches its snapshot.
///
/// - Parameter snapshotDirectory: The folder of snapshots, instead of the one beside the test's file.
public func verifySnapshot<Value, Format>(
    of value: @autoclosure () throws -> Value, as snapshotting: Snapshotting<Value, Format>, named name: String? = nil,
    record recording: SnapshotRecording? = nil, snapshotDirectory: String? = nil, file: StaticString = #filePath,
    testName: String = #function
) -> String? {
    let number = name == nil ? SnapshotNumbers.shared.next("\(file)/\(testName)") : 0
    let kept = SnapshotFile(
        of: "\(file)", folder: snapshotDirectory, test: testName, name: name, number: number,
        pathExtension: snapshotting.pathExtension)
    do {
        return try compare(
            try snapshotting.snapshot(try value()), with: kept, snapshotting.diffing,
            recording: recording ?? SnapshotSettings.current.record)
    } catch {
        return "no snapshot could be taken: \(error.localizedDescription)"
    }
}

private func compare<Format>(
    _ new: Format, with kept: SnapshotFile, _ diffing: Diffing<Format>, recording: SnapshotRecording
) throws -> String? {
    let path = kept.url.path
    if recording == .all {
        try kept.write(try diffing.toData(new))
        return "record mode is on: the snapshot was written to \(path). Turn it off, and run the test again."
    }
    guard let data = kept.data else {
        guard recording != .never else { return "there is no snapshot \(path), and none is to be recorded" }
        try kept.write(try diffing.toData(new))
        return "there was no snapshot: it was written to \(path). Look at it, and run the test again."
    }
    let old: Format
    do {
        old = try diffing.fromData(data)
    } catch {
        return "\(path) can't be read: \(error.localizedDescription)"
    }
    // Encoded and decoded like the stored snapshot.
    guard let difference = try diffing.diff(old, try diffing.fromData(try diffing.toData(new))) else { return nil }
    var lines = [difference.message]
    if recording == .failed {
        try kept.write(try diffing.toData(new))
        lines.append("the snapshot was written anew: \(path)")
    } else {
        lines.append("snapshot: \(path)")
    }
    for attachment in difference.attachments where attachment.name != "reference" {
        let place = try artifact(attachment, of: kept)
        lines.append("\(attachment.name): \(place.path)")
    }
    return lines.joined(separator: "\n")
}

private func artifact<Format>(_ attachment: Diffing<Format>.Attachment, of kept: SnapshotFile) throws -> URL {
    let folder =
        ProcessInfo.processInfo.environment["SNAPSHOT_ARTIFACTS"].map { URL(fileURLWithPath: $0) }
        ?? FileManager.default.temporaryDirectory.appendingPathComponent("snapshots")
    let name = kept.url.deletingPathExtension().lastPathComponent
    let tests = kept.url.deletingLastPathComponent().lastPathComponent
    let place = folder.appendingPathComponent(tests).appendingPathComponent("\(name).\(attachment.name).png")
    try FileManager.default.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try attachment.data.write(to: place, options: .atomic)
    return place
}

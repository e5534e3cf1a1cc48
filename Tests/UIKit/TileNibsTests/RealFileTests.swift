import Foundation
import TestSupport
import Testing
import TileControllers
import TileLayers
import TileViews

@testable import TileNibs

/// Files of other programs, in a folder that `TILEWORK_NIBS` names. Each kind of note is counted.
@Suite struct RealFileTests {
    private static let isVerbose = ProcessInfo.processInfo.environment["TILEWORK_NIBS_VERBOSE"] != nil
    private static let folder = ProcessInfo.processInfo.environment["TILEWORK_NIBS"]

    @Test(
        .enabled(if: folder != nil, "set TILEWORK_NIBS to a folder with .xib, .storyboard and .nib files to read them"))
    func `files of others' programs load, and what is not understood is counted`() throws {
        let root = URL(fileURLWithPath: try #require(Self.folder))
        let files = (FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.allObjects ?? [])
            .compactMap { $0 as? URL }.filter { ["xib", "storyboard", "nib"].contains($0.pathExtension) }
            .sorted { $0.path < $1.path }
        var tally = Tally()
        for file in files {
            // So that a file that ends the program is named.
            if Self.isVerbose { print(file.path) }
            FrameLog.collecting({ _ in }) { tally.read(file) }
        }
        print(tally.report(of: files.count))
        #expect(!files.isEmpty)
    }

    private struct Tally {
        var failures: [String: Int] = [:]
        var scenes = 0
        var clean = 0
        var loaded = 0
        var kinds: [NibNote.Kind: Int] = [:]
        var texts: [String: Int] = [:]
        /// The number of files without notes, other than about parts that the program alone could supply: classes,
        /// outlets, actions, attributes and images.
        var understood = 0

        mutating func read(_ file: URL) {
            do {
                var notes: [NibNote] = []
                if file.pathExtension == "storyboard" {
                    let storyboard = try UIStoryboard(contentsOf: file)
                    for id in storyboard.controllerIDs {
                        guard let controller = try? storyboard.make(id) else { continue }
                        scenes += 1
                        _ = controller.view
                        controller.view.layoutIfNeeded()
                    }
                    notes = storyboard.notes
                } else {
                    let content = try NibContent(file, in: .main, limits: .standard)
                    let (objects, found) = try content.instantiate(owner: nil, external: [:], bundle: .main)
                    for object in objects { (object as? UIView)?.layoutIfNeeded() }
                    notes = found.list
                }
                loaded += 1
                if notes.isEmpty { clean += 1 }
                let own = notes.filter { ![.unknownClass, .outlet, .action, .attribute, .resource].contains($0.kind) }
                if own.isEmpty { understood += 1 }
                for note in notes { kinds[note.kind, default: 0] += 1 }
                for text in Set(own.map { "\($0.kind.rawValue): \($0.text)" }) { texts[text, default: 0] += 1 }
            } catch let failure as NibFailure {
                failures["\(failure.reason)".prefix(60).description, default: 0] += 1
            } catch {
                failures["\(error)", default: 0] += 1
            }
        }

        func report(of count: Int) -> String {
            var lines = [
                "\(count) files: \(loaded) loaded (\(scenes) scenes), \(clean) without a note, "
                    + "\(understood) without one but for what only the program has"
            ]
            lines += failures.sorted { $0.value > $1.value }.map { "failure \($0.value): \($0.key)" }
            lines += kinds.sorted { $0.value > $1.value }.map { "kind \($0.key.rawValue): \($0.value)" }
            lines += texts.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.prefix(120).map {
                "\($0.value) \($0.key)"
            }
            return lines.joined(separator: "\n")
        }
    }
}

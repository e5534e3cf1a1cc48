import ArgumentParser
import Foundation
import TileAdapt

/// The kind of report on the terminal.
enum ReportKind: String, ExpressibleByArgument, CaseIterable {
    case text, all, json

    func text(of adaptation: Adaptation, wrote folder: String?) throws -> String {
        switch self {
        case .text: return Summary(adaptation, wrote: folder).text
        case .all: return Summary(adaptation, wrote: folder).lines + Summary(adaptation, wrote: folder).text
        case .json:
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            let report = JSONReport(
                files: adaptation.sources.count, changed: adaptation.changedNames, notes: adaptation.notes)
            return String(decoding: try encoder.encode(report), as: UTF8.self) + "\n"
        }
    }
}

private struct JSONReport: Encodable {
    let files: Int
    let changed: [String]
    let notes: [Note]
}

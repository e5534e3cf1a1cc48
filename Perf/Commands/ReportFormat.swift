import ArgumentParser
import Foundation
import TilePerf

/// The forms in which a run is written down.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
    /// The ledger, with times and areas.
    case json
    /// A page with plots and a scrubber.
    case html
    /// Chrome's trace events, for Perfetto.
    case chrome

    /// Of the file's name.
    private var suffix: String { self == .chrome ? "chrome.json" : rawValue }

    static let help = "Of these forms: \(allCases.map(\.rawValue).joined(separator: ", ")). May be given again."

    /// Writes a run into a folder as NAME with the format's suffix.
    func write(_ run: ReportedRun, named name: String, into folder: String) throws(PerfComplaint) {
        try OutputFile.write(data(of: run), to: path(named: name, in: folder))
    }

    /// Of the file that a run is written into.
    func path(named name: String, in folder: String) -> String {
        (folder as NSString).appendingPathComponent("\(name).\(suffix)")
    }

    private func data(of run: ReportedRun) -> Data {
        switch self {
        case .json: run.ledger.json(.all)
        case .chrome: Data(ChromeTrace(run.ledger, refreshRate: run.refreshRate).json.utf8)
        case .html:
            Data(
                HTMLReport(
                    run.ledger, run.findings, baseline: run.baseline, refreshRate: run.refreshRate,
                    pictures: run.pictures
                ).html.utf8)
        }
    }
}

/// What reports are made from.
struct ReportedRun {
    var ledger: Ledger
    /// Nil where nobody judged.
    var findings: [Finding]?
    var baseline: Ledger?
    /// Of its frames; nil where only their ledger is known.
    var pictures: FramePictures?
    /// Of the budget, in Hz; nil for the ledger's.
    var refreshRate: Double?
}

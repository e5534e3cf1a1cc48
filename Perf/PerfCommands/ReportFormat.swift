import ArgumentParser
import Foundation
import TilePerf

/// The file formats of reports.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
    /// The ledger, with times and areas.
    case json
    /// A page with plots and a scrubber, and an index of all pages.
    case html
    /// Chrome's trace events, which Perfetto opens.
    case chrome

    /// The end of the file's name.
    private var suffix: String { self == .chrome ? "chrome.json" : rawValue }

    static let help = "Report format: \(allCases.map(\.rawValue).joined(separator: ", ")). May be repeated."

    /// The file of the index, beside the pages that it lists.
    static let index = "index.html"

    /// Returns the path of the index in a folder.
    static func indexPath(in folder: String) -> String { (folder as NSString).appendingPathComponent(index) }

    /// Writes a run into a folder as NAME with the format's suffix.
    func write(_ run: ReportedRun, named name: String, into folder: String) throws(PerfComplaint) {
        try AtomicFile.write(data(of: run), to: path(named: name, in: folder))
    }

    /// Returns the path of a run's report.
    func path(named name: String, in folder: String) -> String {
        (folder as NSString).appendingPathComponent("\(name).\(suffix)")
    }

    private func data(of run: ReportedRun) -> Data {
        switch self {
        case .json: run.judgedLedger.json(.all)
        case .chrome: Data(ChromeTrace(run.ledger, refreshRate: run.refreshRate).json.utf8)
        case .html:
            Data(
                HTMLReport(
                    run.ledger, run.verdict, baseline: run.baseline, refreshRate: run.refreshRate,
                    pictures: run.pictures, index: Self.index
                ).html.utf8)
        }
    }
}

/// The contents of a run's reports.
struct ReportedRun {
    var ledger: Ledger
    var verdict: Verdict
    var baseline: Ledger?
    /// The pictures of its frames; nil if only the ledger is known.
    var pictures: FramePictures?
    /// The budget that is selected at first, in Hz; nil for the verdict's.
    var refreshRate: Double?

    /// The ledger with its verdict.
    fileprivate var judgedLedger: Ledger {
        var ledger = ledger
        ledger.verdict = verdict
        return ledger
    }
}

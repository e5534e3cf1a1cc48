import Foundation
import TileSupport

/// A replay as one self-contained HTML file: the verdict with its rules, scores for any budget, plots, and a scrubber
/// that shows each frame.
///
///     try Data(HTMLReport(ledger, verdict).html.utf8).write(to: file)
///
/// The file holds the ledger in columns and a script that draws it. It loads nothing, and its policy forbids loading,
/// so it opens from a folder, a mail or a build's archive. Equal ledgers give equal files.
public struct HTMLReport: Sendable {
    public let html: String

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - ledger: The run.
    ///   - baseline: A ledger of the same trace to show beside it.
    ///   - refreshRate: The initially selected budget, in Hz; nil for the verdict's.
    ///   - pictures: The pictures of its frames (`Replayer.pictures()`); nil if only the ledger is known.
    ///   - index: The relative URL of the index of all reports; nil if there is none.
    /// - Complexity: O(*n*) in frames and areas.
    public init(
        _ ledger: Ledger, _ verdict: Verdict, baseline: Ledger? = nil, refreshRate: Double? = nil,
        pictures: FramePictures? = nil, index: String? = nil
    ) {
        let data = ReportData(
            ledger, verdict, baseline: baseline, refreshRate: refreshRate ?? verdict.refreshRate, pictures: pictures)
        let body = ReportMarkup(ledger, verdict, comparesWithBaseline: baseline != nil, index: index).text
        html = """
            \(ReportPage.head(title: "\(ledger.trace) – Tilework performance report", ReportPage.styles))
            <body>
            \(body)
            <script nonce="\(ReportPage.nonce)" type="application/json" id="data">\(data.json)</script>
            <script nonce="\(ReportPage.nonce)">
            'use strict';
            \(ReportPage.scripts)
            </script>
            </body>
            </html>

            """
    }
}

/// The parts that all report pages share: the files of the folder `Page`.
enum ReportPage {
    static let styles = joined(PackageResources.theme_css, PackageResources.layout_css, PackageResources.parts_css)
    /// The styles of the index.
    static let indexStyles = joined(
        PackageResources.theme_css, PackageResources.layout_css, PackageResources.index_css)
    /// The elements that the scripts fill with scores, plots, the frame and counts.
    static let sections = joined(PackageResources.sections_html)
    /// The scripts, in the order of their dependencies.
    static let scripts = joined(
        PackageResources.formats_js, PackageResources.runs_js, PackageResources.terms_js, PackageResources.scores_js,
        PackageResources.plots_js, PackageResources.picture_js, PackageResources.inspector_js,
        PackageResources.counts_js, PackageResources.scrubber_js)

    static let nonce = "tilework-report"

    /// The security policy. Names from files are escaped; should one slip through, it can neither run nor load
    /// anything.
    private static let policy =
        "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; img-src data:; base-uri 'none'; "
        + "form-action 'none'"

    /// Returns a page's beginning up to its `body`.
    static func head(title: String, _ styles: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="\(policy)">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>\(title.escapedForMarkup)</title>
        <style nonce="\(nonce)">
        \(styles)
        </style>
        </head>
        """
    }

    private static func joined(_ files: [UInt8]...) -> String {
        files.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    }
}

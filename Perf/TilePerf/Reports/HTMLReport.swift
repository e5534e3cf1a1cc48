import Foundation

/// A replay as one HTML file that needs nothing else: verdict, scores for any budget, plots, and a scrubber that shows
/// each frame.
///
///     try Data(HTMLReport(ledger, findings).html.utf8).write(to: file)
///
/// The file holds the ledger in columns and a script that draws it. It has no address in it, and its policy lets no
/// page load anything, so it opens from a folder, a mail or an archive of a build. Equal ledgers give equal files.
public struct HTMLReport: Sendable {
    public let html: String

    /// - Parameters:
    ///   - ledger: the run.
    ///   - findings: what judging found; nil for a run that nobody judged.
    ///   - baseline: a ledger of the same trace whose numbers are shown beside.
    ///   - refreshRate: of the budget that is selected at first, in Hz; nil for the ledger's.
    ///   - pictures: what its frames showed (`Replayer.pictures()`); nil where nobody has replayed it.
    /// - Complexity: O(*n*) in frames and areas.
    public init(
        _ ledger: Ledger, _ findings: [Finding]?, baseline: Ledger? = nil, refreshRate: Double? = nil,
        pictures: FramePictures? = nil
    ) {
        let data = ReportData(
            ledger, baseline: baseline, refreshRate: refreshRate ?? ledger.refreshRate, pictures: pictures)
        let body = ReportMarkup(ledger, findings, comparesWithBaseline: baseline != nil).text
        html = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(ledger.trace.inMarkup) – Tilework performance report</title>
            <style nonce="\(Self.nonce)">
            \(ReportPage.styles)
            </style>
            </head>
            <body>
            \(body)
            <script nonce="\(Self.nonce)" type="application/json" id="data">\(data.json)</script>
            <script nonce="\(Self.nonce)">
            'use strict';
            \(ReportPage.scripts)
            </script>
            </body>
            </html>

            """
    }

    /// Names from files are escaped. Should one slip through all the same, it can neither run nor load anything.
    private static let policy =
        "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; img-src data:; base-uri 'none'; "
        + "form-action 'none'"
    private static let nonce = "tilework-report"
}

/// The parts of the page that are the same in all reports: the files of the folder `Page`.
enum ReportPage {
    static let styles = joined(PackageResources.theme_css, PackageResources.layout_css, PackageResources.parts_css)
    /// Where the scripts put scores, plots, the frame and counts.
    static let sections = joined(PackageResources.sections_html)
    /// In the order in which they need each other.
    static let scripts = joined(
        PackageResources.formats_js, PackageResources.runs_js, PackageResources.scores_js, PackageResources.plots_js,
        PackageResources.picture_js, PackageResources.inspector_js, PackageResources.counts_js,
        PackageResources.scrubber_js)

    private static func joined(_ files: [UInt8]...) -> String {
        files.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    }
}

extension String {
    /// As text and attributes of HTML hold it.
    var inMarkup: String {
        var text = ""
        for character in unicodeScalars {
            switch character {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            default: text.unicodeScalars.append(character)
            }
        }
        return text
    }
}

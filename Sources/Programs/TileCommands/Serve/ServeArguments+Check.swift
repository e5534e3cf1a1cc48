import ArgumentParser
import CommandSupport
import Foundation
import TileArchives
import TileContent
import TileEngine
import TileServer

extension ServeArguments {
    /// Tries everything that serving needs, opens all contents, and prints what it finds.
    ///
    /// - Parameter noun: What one of the offers is called.
    /// - Returns: 0 when everything can be served, and nothing is public that was likely meant to be private.
    /// - Throws: `ExitCode`, after the reason was reported, for whatever keeps the server from starting.
    package func checked(
        _ offers: [OfferedContent], _ settings: ServeSettings, of noun: String = "file"
    ) async throws -> ExitCode {
        let configuration = try serverConfiguration()
        do throws(TileServerFailure) {
            try TileServer.check(configuration, offers: offers)
        } catch {
            throw Complaint(error).reported()
        }
        if configuration.pages == nil {
            StandardError.log(
                "the viewer's pages were not found: tiles would be served without a viewer; set TILEWORK_VIEWER to the "
                    + "folder of the pages")
        }
        var (shown, failed, damaged, skipped, omitting) = (0, 0, 0, 0, 0)
        for offer in offers {
            do {
                await offer.prepare?()
                let opened = try offer.opened()
                // Its note says how.
                if opened.damage != nil { damaged += 1 }
                if strict, try hasOmissions(opened, of: offer) { omitting += 1 }
                shown += 1
                try ResultOutput.print(Self.line(offer, opened, isPrivate: configuration.access.isPrivate(offer)))
            } catch let refusal as ContentRefusal where refusal.isOfOtherKind {
                skipped += 1
            } catch is ContentRefusal {
                // Reported when it was opened.
                failed += 1
            } catch let failure as ContentFailure {
                _ = Complaint(failure).reported()
                failed += 1
            }
        }
        try ResultOutput.print(
            Self.summary(shown, of: noun, failed: failed, damaged: damaged, omitting: omitting, skipped: skipped))
        let isExposed = reportAccess(AccessReview(configuration.access, of: offers), asErrors: true)
        if shown == 0 { return ExitCode(Complaint.Code.noInput.rawValue) }
        return failed + damaged + omitting == 0 && !isExposed ? .success : ExitCode(Complaint.Code.data.rawValue)
    }

    /// Whether a content asks for something that it does not get. Examines all pages of a document, and reports what
    /// they ask for; a drawing was reported when it was opened.
    private func hasOmissions(_ opened: OpenedContent, of offer: OfferedContent) throws(ContentFailure) -> Bool {
        guard let pages = opened.document else { return opened.hasOmissions }
        let omissions = try pages.omissions(on: 0..<pages.count)
        if let line = ContentDocument.omissionSummary(omissions, of: offer.id) { StandardError.log(line) }
        return opened.hasOmissions || !omissions.isEmpty
    }

    /// A line for a content: its name, its kind, its size, and whether it is private.
    private static func line(_ offer: OfferedContent, _ opened: OpenedContent, isPrivate: Bool) -> String {
        let facts: String
        switch opened {
        case .content(let content):
            let size = content.pyramid.contentSize
            let kind = content.kind.map { "\(title(of: $0)), " } ?? ""
            let (width, height) = (Int(size.width.rounded(.up)), Int(size.height.rounded(.up)))
            facts = "\(kind)\(Amounts.grouped(width)) × \(Amounts.grouped(height))"
        case .pages(let pages):
            facts = "\(pages.kind.map(title) ?? "document"), \(Amounts.counted(pages.pages.count, "page"))"
        }
        return "\(offer.id): \(facts)\(isPrivate ? ", private" : "")"
    }

    /// Returns the name for people of a content's kind.
    private static func title(of kind: String) -> String {
        ContentKind(rawValue: kind)?.title ?? ArchiveLayout(rawValue: kind)?.title ?? kind
    }

    /// Accounts for every file: "47 of 56 files can be served; 3 can't be shown, 6 skipped (unsupported formats)".
    private static func summary(
        _ shown: Int, of noun: String, failed: Int, damaged: Int, omitting: Int, skipped: Int
    ) -> String {
        var parts: [String] = []
        if failed > 0 { parts.append("\(Amounts.grouped(failed)) can't be shown") }
        if damaged > 0 { parts.append("\(Amounts.grouped(damaged)) damaged") }
        if omitting > 0 { parts.append("\(Amounts.grouped(omitting)) with features that are not honored") }
        if skipped > 0 { parts.append("\(Amounts.grouped(skipped)) skipped (unsupported formats)") }
        let rest = parts.isEmpty ? "" : "; \(parts.joined(separator: ", "))"
        let total = shown + failed + skipped
        return "\(Amounts.grouped(shown)) of \(Amounts.counted(total, noun)) can be served\(rest)"
    }

    /// Reports the patterns of the access file that do not do what their writer most likely meant.
    ///
    /// - Parameter asErrors: Whether those that may expose a content are errors, not warnings.
    /// - Returns: Whether one of them may expose a content.
    @discardableResult
    func reportAccess(_ review: AccessReview, asErrors: Bool = false) -> Bool {
        let path = access.access ?? "the access policy"
        for finding in review.findings {
            if asErrors, finding.isExposure {
                _ = Complaint("\(path): \(finding)", .data).reported()
            } else {
                StandardError.log("warning: \(path): \(finding)")
            }
        }
        return review.findings.contains(where: \.isExposure)
    }
}

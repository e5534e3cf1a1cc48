import ArgumentParser
import Foundation
import TileServer

extension ServeArguments {
    /// Tries what serving needs, and says what it finds.
    ///
    /// - Parameter what: What the offers are, several of them.
    /// - Returns: 0 when all of it could be served.
    /// - Throws: `ExitCode`, after the reason was reported, for what keeps the server from running.
    func checked(
        _ offers: [OfferedContent], _ settings: ServeSettings, of what: String = "files"
    ) async throws -> ExitCode {
        let configuration = try serverConfiguration()
        do throws(TileServerFailure) {
            try TileServer.check(configuration, offers: offers)
        } catch {
            throw Complaint("\(error)", .inputOutput).reported()
        }
        if configuration.pages == nil {
            StandardError.print("the viewer's pages were not found: there would be tiles only")
        }
        var shown = 0
        var failed = 0
        var damaged = 0
        for offer in offers {
            let line = Result { try offer.opened() }.map { opened in
                switch opened {
                case .content(let content):
                    // Its note says how.
                    if content.damage != nil { damaged += 1 }
                    let size = content.pyramid.contentSize
                    let kind = content.kind.map { "\($0), " } ?? ""
                    return "\(offer.id): \(kind)\(Int(size.width.rounded(.up))) × \(Int(size.height.rounded(.up)))"
                case .pages(let pages):
                    if pages.damage != nil { damaged += 1 }
                    return "\(offer.id): \(pages.kind ?? "document"), \(pages.pages.count) pages"
                }
            }
            switch line {
            case .success(let line):
                shown += 1
                try ResultOutput.print(line)
            // Said by who opens them, but for what is of no kind that is read, which a folder may hold.
            case .failure(let refusal): if !"\(refusal)".contains("neither a drawing nor an image") { failed += 1 }
            }
        }
        let failures = failed == 0 ? "" : ", \(failed) can't be shown"
        let damages = damaged == 0 ? "" : ", \(damaged) damaged"
        try ResultOutput.print("\(shown) of \(offers.count) \(what) would be served\(failures)\(damages)")
        if shown == 0 { return ExitCode(Complaint.Code.noInput.rawValue) }
        return failed + damaged == 0 ? .success : ExitCode(Complaint.Code.data.rawValue)
    }
}

import CommandSupport
import RemoteArchives
import TileArchives
import TileContent
import TileGeometry
import TileServer
import TileSupport

// The complaints about failures of libraries.
extension Complaint {
    init(_ failure: TileServerFailure) {
        switch failure {
        case .certificate(let path, _): self.init("\(FlagNames.prefix(ofFile: path))\(failure)", .noInput)
        case .accessLog(let path, _): self.init("\(FlagNames.prefix(ofFile: path))\(failure)", .cannotCreate)
        default: self.init("\(failure)", .inputOutput)
        }
    }

    init(_ failure: ContentFailure) {
        let code: Code =
            switch failure {
            case .notFound, .unreadable: .noInput
            case .empty, .unrecognized, .malformed, .tooLarge, .unsupported, .nib: .data
            case .shortage, .temporaryStorage, .noRoom: .inputOutput
            case .decoder(_, let failure): failure.isOfFile ? .data : .unavailable
            case .librsvg(_, let failure): failure.isOfFile ? .data : .unavailable
            case .pdf(_, _, let failure): failure.isOfFile ? .data : .unavailable
            }
        self.init(failure.description, code)
        reasonForClients = failure.reasonForClients
        if case .shortage = failure { mayPass = true }
    }

    init(_ failure: BuildFailure, input: String) {
        let text = failure.description
        switch failure {
        case .content(let failure): self.init(failure)
        case .raster: self.init(text, .data)
        case .unavailable: self.init(text, .unavailable)
        case .pyramid(let failure): self.init(failure, input: input)
        case .option, .codec, .cannotHold: self.init(text, .usage)
        case .archive(let failure): self.init(archive: failure)
        case .part: self.init(text, .data)
        case .missingParts: self.init(text, .noInput)
        case .changed: self.init(text, .usage)
        case .exists, .notAnArchive, .cannotCreate, .busy, .unfinished: self.init(text, .cannotCreate)
        case .cannotWrite: self.init(text, .inputOutput)
        case .cancelled: self.init(text, .interrupted)
        }
    }

    init(_ failure: RemoteFailure) {
        let text = failure.description
        switch failure {
        case .malformed: self.init(text, .usage)
        case .notFound, .forbidden, .credentials: self.init(text, .noInput)
        case .unreachable, .replaced, .unusable: self.init(text, .unavailable)
        case .exists: self.init(text, .cannotCreate)
        case .cancelled: self.init(text, .interrupted)
        }
        switch failure {
        case .unreachable, .replaced, .cancelled:
            reasonForClients = "its file is unreachable at the moment"
            mayPass = true
        case .notFound: (reasonForClients, mayPass) = ("its file was not found", true)
        // Access, credentials and room for copies are given while the server runs.
        case .forbidden, .credentials, .unusable: mayPass = true
        case .malformed, .exists: break
        }
    }

    init(archive failure: ArchiveFailure) {
        let text = failure.description
        defer {
            reasonForClients = failure.reasonForClients
            if case .unreachable = failure { mayPass = true }
        }
        switch failure {
        case .notFound, .unreadable, .noTile: self.init(text, .noInput)
        case .unrecognized, .damaged, .unsupported, .noTiles: self.init(text, .data)
        case .option, .incomparable: self.init(text, .usage)
        case .exists, .cannotCreate: self.init(text, .cannotCreate)
        case .inputOutput, .cannotWrite: self.init(text, .inputOutput)
        case .unreachable, .replaced: self.init(text, .unavailable)
        case .content(let failure): self.init(failure)
        case .cancelled: self.init(text, .interrupted)
        }
    }

    package init(_ failure: TilePyramid.Failure, input: String) {
        let code: Code =
            switch failure {
            case .contentSize: .data
            case .tileSize, .scale, .tooLarge: .usage
            }
        self.init("\(input): \(failure)", code)
    }
}

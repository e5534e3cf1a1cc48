import CommandSupport
import Foundation
import RemoteArchives
import TileArchives
import TileSupport

/// The destination of an archive that a command writes: a path, or an object in an S3 bucket. An archive for a bucket
/// is first written into a hidden folder of the working folder, which is removed after the upload.
struct ArchiveOutput {
    /// The destination as the command line names it.
    let name: String
    /// The path at which the archive is written.
    let path: String
    private let upload: ObjectUpload?
    private let folder: String
    private let replacesExisting: Bool

    /// Checks that the archive may be written there, before any work.
    ///
    /// - Throws: `ExitCode`, after the reason was reported.
    init(_ name: String, layout: ArchiveLayout? = nil, replacesExisting: Bool) throws {
        self.name = name
        self.replacesExisting = replacesExisting
        let remote: RemoteLocation?
        do throws(RemoteFailure) {
            remote = try RemoteLocation(name)
        } catch {
            throw Complaint(error).reported()
        }
        guard let location = remote else {
            do throws(BuildFailure) {
                _ = try ArchiveLayout(output: name, requested: layout)
            } catch {
                throw Complaint(error, input: name).reported()
            }
            (path, upload, folder) = (name, nil, "")
            return
        }
        do throws(RemoteFailure) {
            let upload = try ObjectUpload(location)
            let file = location.name
            guard layout?.isOneFile ?? ((try? ArchiveLayout(output: file))?.isOneFile == true) else {
                let endings = ["pmtiles", "mbtiles"]
                let refusal = OutputEnding.refusal(of: file, supported: endings, takesFolder: false)
                throw .malformed(address: name, reason: refusal ?? "an object holds one file, not a folder")
            }
            var hash = SipHash(key: SipHash.Value(low: 0, high: 0))
            hash.add(name)
            folder = ".\(file.prefix(80))-\(String(hash.finish().low, radix: 36)).tilework-upload"
            path = "\(folder)/\(file)"
            self.upload = upload
            try upload.check(replacesExisting: replacesExisting)
        } catch {
            throw Complaint(error).reported()
        }
        guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
            throw Complaint(
                "\(folder): can't be created: \(SystemError(code: errno)); the archive is written there before "
                    + "the upload, so run this in a folder that you can write to", .cannotCreate
            ).reported()
        }
    }

    /// Whether the archive is uploaded once it is written.
    var isRemote: Bool { upload != nil }

    /// The identity of an archive that is written but not uploaded yet; nil if there is none.
    var made: [UInt8]? {
        guard isRemote, access(path, F_OK) == 0 else { return nil }
        return FileManager.default.contents(atPath: identityPath).map { [UInt8]($0) }
    }

    /// Forgets an unfinished upload of another archive. Called before the archive is written.
    func prepare() {
        guard isRemote else { return }
        unlink(notePath)
        unlink(identityPath)
    }

    private var notePath: String { "\(folder)/upload" }
    private var identityPath: String { "\(folder)/made" }

    /// Uploads the archive at `path`; does nothing for a destination on this machine.
    ///
    /// - Parameter identity: The archive's identity, by which an interrupted upload is continued; nil for an archive
    ///   that is quickly written again.
    /// - Throws: `ExitCode`, after the reason was reported.
    func publish(identity: [UInt8]? = nil, isQuiet: Bool) throws {
        guard let upload else { return }
        if let identity { try? Data(identity).write(to: URL(fileURLWithPath: identityPath), options: .atomic) }
        let interrupts = Interrupts(
            first: { upload.cancel() }, second: { Foundation.exit(Complaint.Code.interrupted.rawValue) })
        defer { interrupts.end() }
        do throws(RemoteFailure) {
            if !isQuiet {
                let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
                StandardError.print("\(name): uploading \(Amounts.bytes(size))")
            }
            let isPMTiles = path.hasSuffix(".pmtiles")
            try upload.upload(
                path, mediaType: isPMTiles ? "application/vnd.pmtiles" : "application/vnd.sqlite3",
                replacesExisting: replacesExisting, note: notePath)
        } catch {
            let code = Complaint(error).reported()
            StandardError.print("tilework: the finished archive is kept; run the same command to continue the upload")
            throw code
        }
        try? FileManager.default.removeItem(atPath: folder)
    }
}

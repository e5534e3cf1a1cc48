import Foundation
import RemoteArchives
import TileArchives
import TileSupport

/// Where a command puts the archive that it makes: a path, or an object in a bucket of S3. For the latter it is made in
/// a hidden folder of the working folder, and goes when it is there.
struct ArchiveOutput {
    /// As it was named.
    let name: String
    /// Where it is made.
    let path: String
    private let upload: ObjectUpload?
    private let folder: String
    private let replacesExisting: Bool

    /// Looks whether it may be put there, before any work.
    ///
    /// - Throws: `ExitCode`, after the reason was reported.
    init(_ name: String, layout: ArchiveLayout? = nil, replacesExisting: Bool) throws {
        self.name = name
        self.replacesExisting = replacesExisting
        do throws(RemoteFailure) {
            guard let location = try RemoteLocation(name) else {
                (path, upload, folder) = (name, nil, "")
                return
            }
            let upload = try ObjectUpload(location)
            let file = location.name
            guard layout?.isOneFile ?? ((try? ArchiveLayout(output: file))?.isOneFile == true) else {
                throw .malformed(
                    address: name, reason: "an object is one file: end its name in .pmtiles or .mbtiles")
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
                "\(folder): cannot be made, in which the archive is put together: \(SystemError(code: errno)); "
                    + "run this in a folder that can be written to", .cannotCreate
            ).reported()
        }
    }

    /// Whether it is put elsewhere once it is made.
    var isRemote: Bool { upload != nil }

    /// What the archive was made of that is made already and only was not put there; nil when there is none.
    var made: [UInt8]? {
        guard isRemote, access(path, F_OK) == 0 else { return nil }
        return FileManager.default.contents(atPath: identityPath).map { [UInt8]($0) }
    }

    /// To be called before the archive is made: what was put there of another one is no part of it.
    func prepare() {
        guard isRemote else { return }
        unlink(notePath)
        unlink(identityPath)
    }

    private var notePath: String { "\(folder)/upload" }
    private var identityPath: String { "\(folder)/made" }

    /// Puts the archive there that is at `path` now.
    ///
    /// - Parameter identity: what it was made of; nil when making it anew does not take long.
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
                StandardError.print("\(name): putting \(Amounts.bytes(size)) there")
            }
            let isPMTiles = path.hasSuffix(".pmtiles")
            try upload.upload(
                path, mediaType: isPMTiles ? "application/vnd.pmtiles" : "application/vnd.sqlite3",
                replacesExisting: replacesExisting, note: notePath)
        } catch {
            let code = Complaint(error).reported()
            StandardError.print("tilework: the archive is made and kept; the same command goes on putting it there")
            throw code
        }
        try? FileManager.default.removeItem(atPath: folder)
    }
}

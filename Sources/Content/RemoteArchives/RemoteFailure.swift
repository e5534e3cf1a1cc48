/// A reason why a remote file cannot be read or written. Each description names the file and says what to do.
public enum RemoteFailure: Error, Hashable, Sendable, CustomStringConvertible {
    case malformed(address: String, reason: String)
    /// No object has this name.
    case notFound(String)
    /// The server denies reading or writing.
    case forbidden(String, reason: String)
    /// The server did not answer, or answered with a temporary failure, at each attempt.
    case unreachable(String, reason: String)
    /// The server's answer cannot be used.
    case unusable(String, reason: String)
    /// The object changed while it was being read.
    case replaced(String)
    /// An object of this name exists already.
    case exists(String)
    /// The credentials cannot be used.
    case credentials(reason: String)
    case cancelled

    public var description: String {
        switch self {
        case .malformed(let address, let reason): "\(address): invalid address: \(reason)"
        case .notFound(let name): "\(name): not found; check the name"
        case .forbidden(let name, let reason):
            "\(name): not allowed: \(reason); check the credentials and their permissions"
        case .unreachable(let name, let reason):
            "\(name): unreachable: \(reason); check the address, or try again later"
        case .unusable(let name, let reason): "\(name): \(reason)"
        case .replaced(let name): "\(name): replaced while it was read; try again"
        case .exists(let name): "\(name): already exists; choose another name, or replace it with --force"
        case .credentials(let reason): "credentials for S3: \(reason)"
        case .cancelled: "stopped"
        }
    }
}

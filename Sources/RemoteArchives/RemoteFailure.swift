/// Why what is on another machine could not be had or put there. Each description names it and says what to do.
public enum RemoteFailure: Error, Hashable, Sendable, CustomStringConvertible {
    case malformed(address: String, reason: String)
    /// There is nothing of that name.
    case notFound(String)
    /// The other machine does not let it be read or written.
    case forbidden(String, reason: String)
    /// It did not answer, or answered that it can't now, however often it was asked.
    case unreachable(String, reason: String)
    /// It answered what no such server answers.
    case unusable(String, reason: String)
    /// It is another one than when reading it began.
    case replaced(String)
    /// There is something of that name already.
    case exists(String)
    /// Credentials are there and can't be used.
    case credentials(reason: String)
    case cancelled

    public var description: String {
        switch self {
        case .malformed(let address, let reason): "\(address): invalid address: \(reason)"
        case .notFound(let name): "\(name): no such object; check the name"
        case .forbidden(let name, let reason):
            "\(name): not allowed: \(reason); check the credentials and what they may do"
        case .unreachable(let name, let reason): "\(name): cannot be reached: \(reason); try again later"
        case .unusable(let name, let reason): "\(name): \(reason)"
        case .replaced(let name): "\(name): was replaced while it was read; try again"
        case .exists(let name): "\(name): already exists; choose another name, or replace it with --force"
        case .credentials(let reason): "credentials for S3: \(reason)"
        case .cancelled: "stopped"
        }
    }
}

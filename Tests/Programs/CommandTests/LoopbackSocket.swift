import Foundation

/// A client's end of a connection to this machine, without a protocol.
struct LoopbackSocket {
    private let descriptor: Int32

    /// Connects, at least to the queue of connections that wait to be accepted, and sends `text`.
    init(port: UInt16, saying text: String) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        _ = withUnsafeBytes(of: &address) { bytes in
            connect(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress!, socklen_t(bytes.count))
        }
        _ = write(descriptor, text, text.utf8.count)
    }

    func end() { close(descriptor) }
}

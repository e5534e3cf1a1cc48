import Foundation
import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle
import TileSupport

/// A certificate and its key, as new connections get them: read again when the files are others, so that who renews a
/// certificate restarts nothing.
final class ServerCertificate: Service {
    private struct State: Sendable {
        var context: NIOSSLContext
        var stamps: [FileStamp?]
    }

    let chain: String
    let key: String
    private let logger: Logger
    private let state: Lock<State>

    /// Seconds between two looks at the files: those who renew certificates replace them by links and moves.
    private static let interval = 5

    /// - Parameters:
    ///   - chain: The path of a file with the certificate and those up to the authority's, in PEM.
    ///   - key: The path of the key's, in PEM.
    /// - Throws: `TileServerFailure.certificate`.
    init(chain: String, key: String, logger: Logger) throws(TileServerFailure) {
        (self.chain, self.key, self.logger) = (chain, key, logger)
        let stamps = Self.stamps(chain, key)
        state = Lock(State(context: try Self.read(chain, key), stamps: stamps))
    }

    var context: NIOSSLContext { state.withLock { $0.context } }

    private static func stamps(_ chain: String, _ key: String) -> [FileStamp?] { [FileStamp(chain), FileStamp(key)] }

    private static func read(_ chain: String, _ key: String) throws(TileServerFailure) -> NIOSSLContext {
        func failure(_ path: String, _ reason: String) -> TileServerFailure { .certificate(path: path, reason: reason) }
        for path in [chain, key] where !FileManager.default.isReadableFile(atPath: path) {
            throw failure(path, FileStamp(path) == nil ? "no such file" : "it can't be read")
        }
        let certificates: [NIOSSLCertificate]
        do { certificates = try NIOSSLCertificate.fromPEMFile(chain) } catch {
            throw failure(chain, "no PEM certificate in it")
        }
        guard !certificates.isEmpty else { throw failure(chain, "no PEM certificate in it") }
        let privateKey: NIOSSLPrivateKey
        do { privateKey = try NIOSSLPrivateKey(file: key, format: .pem) } catch {
            throw failure(key, "no unencrypted PEM private key in it")
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: certificates.map { .certificate($0) }, privateKey: .privateKey(privateKey))
        configuration.applicationProtocols = [ProtocolChoice.http2, ProtocolChoice.http1]
        do { return try NIOSSLContext(configuration: configuration) } catch {
            throw failure(key, "the key does not match the certificate in \(chain)")
        }
    }

    /// Reads the files if they are others than before. What can't be used leaves what there is.
    func refresh() {
        let stamps = Self.stamps(chain, key)
        guard state.withLock({ $0.stamps != stamps }) else { return }
        do throws(TileServerFailure) {
            let context = try Self.read(chain, key)
            state.withLock { $0 = State(context: context, stamps: stamps) }
            logger.notice("certificate renewed: new connections use \(chain)")
        } catch {
            // Said once for each state of the files.
            state.withLock { $0.stamps = stamps }
            logger.error("\(error); connections keep the previous certificate")
        }
    }

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try await Task.sleep(for: .seconds(Self.interval))
                self.refresh()
            }
        }
    }
}

import Foundation
import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle
import TileSupport

/// The certificate and private key for new connections. The files are read again when they change, so a renewed
/// certificate needs no restart.
final class ServerCertificate: Service {
    private struct State: Sendable {
        var context: NIOSSLContext
        var stamps: [FileStamp?]
    }

    let chain: String
    let key: String
    private let logger: Logger
    private let state: Lock<State>

    /// The seconds between two checks of the files. Renewal tools replace them by links and moves.
    private static let interval = 5

    /// Reads a certificate and its key.
    ///
    /// - Parameters:
    ///   - chain: The path of a PEM file with the certificate and its chain up to the authority's.
    ///   - key: The path of a PEM file with the private key.
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
        for path in [chain, key] {
            if let problem = FileProblem(at: path) { throw failure(path, "\(problem)") }
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

    /// Reads the files again if they have changed. If they are unusable, the previous certificate stays.
    func refresh() {
        let stamps = Self.stamps(chain, key)
        guard state.withLock({ $0.stamps != stamps }) else { return }
        do throws(TileServerFailure) {
            let context = try Self.read(chain, key)
            state.withLock { $0 = State(context: context, stamps: stamps) }
            logger.notice("certificate renewed: new connections use \(chain)")
        } catch {
            // The error is logged once for each state of the files.
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

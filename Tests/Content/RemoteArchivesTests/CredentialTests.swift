import Foundation
import TestSupport
import Testing
import TileSupport

@testable import RemoteArchives

/// A server with scripted answers, selected by the beginning of the address.
private struct ScriptedServer: HTTPTransport {
    var answers: [(String, HTTPAnswer)]
    let log = SharedLog()

    final class SharedLog: Sendable {
        let requests = Lock<[HTTPRequest]>([])
    }

    struct Nobody: Error {}

    func execute(_ request: HTTPRequest, limit: Int) async throws -> HTTPAnswer {
        log.requests.withLock { $0.append(request) }
        guard let answer = answers.first(where: { "\(request.method) \(request.url)".hasPrefix($0.0) }) else {
            throw Nobody()
        }
        return answer.1
    }
}

@Suite("Credentials, as the AWS tools find them")
struct CredentialTests {
    private func find(
        _ environment: [String: String] = [:], credentials: String = "", config: String = "",
        answers: [(String, HTTPAnswer)] = [], now: Double = 1_700_000_000
    ) async throws -> AWSCredentials? {
        let settings = AWSSettings(environment: environment.merging(["HOME": "/home/me"]) { one, _ in one }) { path in
            switch path {
            case "/home/me/.aws/credentials", "/keys": credentials
            case "/home/me/.aws/config": config
            default: nil
            }
        }
        return try await CredentialSource(settings, http: ScriptedServer(answers: answers)) { now }.credentials()
    }

    @Test("are those of the environment before all others")
    func environment() async throws {
        let found = try await find(
            ["AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "S", "AWS_SESSION_TOKEN": "T", "AWS_PROFILE": "x"],
            credentials: "[x]\naws_access_key_id=B\naws_secret_access_key=C")
        #expect(found == AWSCredentials(accessKey: "A", secretKey: "S", sessionToken: "T"))
        #expect(try await find(["AWS_EC2_METADATA_DISABLED": "true"]) == nil, "a bucket for everybody")
    }

    @Test("are the profile's, in either file")
    func profiles() async throws {
        let credentials = """
            # mine
            [default]
            aws_access_key_id = A
            aws_secret_access_key = S/+= # no comment without a space
            [other]
            aws_access_key_id=O
            aws_secret_access_key=P
            aws_session_token=Q
            """
        #expect(try await find(credentials: credentials)?.accessKey == "A")
        #expect(try await find(credentials: credentials)?.secretKey == "S/+=")
        #expect(
            try await find(["AWS_PROFILE": "other"], credentials: credentials)
                == AWSCredentials(accessKey: "O", secretKey: "P", sessionToken: "Q"))
        #expect(
            try await find(["AWS_SHARED_CREDENTIALS_FILE": "/keys"], credentials: credentials)?.accessKey == "A")
        let config = "[profile work]\nregion = eu-west-1\naws_access_key_id = W\naws_secret_access_key = X\n"
        #expect(try await find(["AWS_PROFILE": "work"], config: config)?.accessKey == "W")
        await #expect(throws: RemoteFailure.self) { try await find(["AWS_PROFILE": "none"], config: config) }
        let settings = AWSSettings(environment: ["AWS_PROFILE": "work", "HOME": "/h"]) { path in
            path == "/h/.aws/config" ? config : nil
        }
        #expect(settings.region == "eu-west-1")
    }

    @Test("come from a program, and an SSO says what to do")
    func programs() async throws {
        let process =
            "[default]\ncredential_process = echo '{\"Version\":1,\"AccessKeyId\":\"P\",\"SecretAccessKey\":\"S\"}'"
        #expect(try await find(config: process) == AWSCredentials(accessKey: "P", secretKey: "S"))
        await #expect(throws: RemoteFailure.self) { try await find(config: "[default]\ncredential_process = false") }
        let failure = await #expect(throws: RemoteFailure.self) {
            try await find(config: "[default]\nsso_session = mine")
        }
        #expect("\(try #require(failure))".contains("aws configure export-credentials"))
    }

    @Test("of a role are asked for with those of its source, and profiles that lead to each other are refused")
    func roles() async throws {
        let answer = """
            <AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>R</AccessKeyId>
            <SecretAccessKey>RS</SecretAccessKey><SessionToken>RT</SessionToken>
            <Expiration>2023-11-15T00:13:20Z</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>
            """
        let config = """
            [default]
            role_arn = arn:aws:iam::1:role/r
            source_profile = base
            [profile base]
            aws_access_key_id = B
            aws_secret_access_key = C
            """
        let sts = (
            "POST https://sts.us-east-1.amazonaws.com/", HTTPAnswer(status: 200, headers: [], body: Array(answer.utf8))
        )
        #expect(
            try await find(config: config, answers: [sts])
                == AWSCredentials(accessKey: "R", secretKey: "RS", sessionToken: "RT", expiration: 1_700_007_200))
        let circle = "[default]\nrole_arn=a\nsource_profile=b\n[profile b]\nrole_arn=b\nsource_profile=default"
        await #expect(throws: RemoteFailure.self) { try await find(config: circle, answers: [sts]) }
        let refused = HTTPAnswer(
            status: 403, headers: [], body: Array("<Error><Message>not you</Message></Error>".utf8))
        let failure = await #expect(throws: RemoteFailure.self) {
            try await find(config: config, answers: [(sts.0, refused)])
        }
        #expect(failure == .credentials(reason: "not you"))
    }

    @Test("are a container's and a machine's, and are renewed before they end")
    func services() async throws {
        func json(_ key: String, ends: String) -> HTTPAnswer {
            HTTPAnswer(
                status: 200, headers: [],
                body: Array(
                    "{\"AccessKeyId\":\"\(key)\",\"SecretAccessKey\":\"S\",\"Token\":\"T\",\"Expiration\":\"\(ends)\"}"
                        .utf8))
        }
        #expect(
            try await find(
                ["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": "/v2/x"],
                answers: [("GET http://169.254.170.2/v2/x", json("C", ends: "2023-11-15T00:13:20Z"))])?.accessKey == "C"
        )
        let machine = "http://169.254.169.254/latest/"
        let role = "\(machine)meta-data/iam/security-credentials/"
        let server = ScriptedServer(answers: [
            ("PUT \(machine)api/token", HTTPAnswer(status: 200, headers: [], body: Array("token".utf8))),
            ("GET \(role)web", json("M", ends: "2023-11-15T00:13:20Z")),
            ("GET \(role)", HTTPAnswer(status: 200, headers: [], body: Array("web\n".utf8))),
        ])
        let clock = Clock(now: 1_700_000_000)
        let source = CredentialSource(
            AWSSettings(environment: ["HOME": "/nobody"]) { _ in nil }, http: server
        ) { clock.now.withLock { $0 } }
        #expect(try await source.credentials()?.accessKey == "M")
        #expect(try await source.credentials()?.sessionToken == "T")
        #expect(server.log.requests.withLock { $0.count } == 3)
        clock.now.withLock { $0 = 1_700_007_000 }
        _ = try await source.credentials()
        #expect(server.log.requests.withLock { $0.count } == 6)
    }

    private final class Clock: Sendable {
        let now: Lock<Double>
        init(now: Double) { self.now = Lock(now) }
    }
}

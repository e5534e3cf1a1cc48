import Testing

@testable import RemoteArchives

@Suite("Signatures of requests")
struct RequestSignatureTests {
    private static let nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    private let signature = RequestSignature(
        credentials: AWSCredentials(
            accessKey: "AKIAIOSFODNN7EXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
        region: "us-east-1", time: 1_369_353_600)

    /// Tests the examples of “Authenticating Requests: Using the Authorization Header” in the documentation of Amazon
    /// S3.
    @Test("are those of the documentation's examples")
    func examples() {
        let host = ("host", "examplebucket.s3.amazonaws.com")
        func last(_ headers: [(String, String)]) -> String? {
            headers.last.flatMap { $0.1.split(separator: "=").last.map(String.init) }
        }
        #expect(
            last(
                signature.headers(
                    method: "GET", path: "/test.txt", headers: [host, ("range", "bytes=0-9")], payload: Self.nothing))
                == "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
        #expect(
            last(
                signature.headers(
                    method: "GET", path: "/", query: [("lifecycle", "")], headers: [host], payload: Self.nothing))
                == "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543")
        #expect(
            last(
                signature.headers(
                    method: "GET", path: "/", query: [("prefix", "J"), ("max-keys", "2")], headers: [host],
                    payload: Self.nothing))
                == "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7")
        #expect(RequestSignature.sha256([]) == Self.nothing)
    }

    @Test("escape all that is not plain")
    func escapes() {
        #expect(
            RequestSignature.encoded("maps/Zürich (1)~.pmtiles", keepingSlashes: true)
                == "maps/Z%C3%BCrich%20%281%29~.pmtiles")
        #expect(RequestSignature.encoded([("b", "1/2"), ("a", "")]) == "a=&b=1%2F2")
    }
}

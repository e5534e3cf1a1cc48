import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import TileServer

@Suite("What is private")
struct PrivateContentTests {
    private let key = [UInt8](repeating: 7, count: 32)
    private let token = "0123456789abcdef"

    /// Returns a server in which `plan` and `plans.ground` are private, `photo` and `public` are not. The token grants
    /// all plans in the folder.
    private func fixture(_ change: (inout TileServerConfiguration) -> Void = { _ in }) throws -> Fixture {
        try Fixture(ids: ["plans.ground", "plans.roof", "public"]) { configuration in
            configuration.access.privateContents = ["plan", "plans.*"].map { AccessPolicy.Scope($0)! }
            configuration.access.tokens = [token: [AccessPolicy.Scope("plans.*")!]]
            configuration.access.key = key
            change(&configuration)
        }
    }

    private func ask(
        _ fixture: Fixture, _ path: String, _ headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        try await fixture.server.application.test(.router) { client in
            try await client.execute(uri: path, method: .get, headers: headers) { $0 }
        }
    }

    private func address(_ scope: String, until expiry: Int = 4_000_000_000, key: [UInt8]? = nil) -> String {
        AccessPolicy.addressPrefix(of: AccessPolicy.Scope(scope)!, until: expiry, key: key ?? self.key)
    }

    /// A path of every protocol with a content's name.
    private static let paths = [
        "/view/%", "/tiles/%.json", "/tiles/%/0/0/0.png", "/tiles/%/0/0/0", "/dzi/%.dzi", "/dzi/%_files/0/0_0.png",
        "/iiif/3/%/info.json", "/iiif/3/%/full/max/0/default.png", "/iiif/2/%/info.json",
        "/iiif/presentation/3/%/manifest.json", "/tms/1.0.0/%", "/tms/1.0.0/%/0/0/0.png",
        "/zoomify/%/ImageProperties.xml", "/zoomify/%/TileGroup0/0-0-0.jpg", "/static/%?width=50", "/links/%",
        "/render/%?x=0&y=0&width=10&height=10&scale=1",
        "/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=%&STYLE=default&FORMAT=image/png"
            + "&TILEMATRIXSET=square-256-1&TILEMATRIX=0&TILEROW=0&TILECOL=0",
    ]

    private static let listPaths = [
        "/contents.json", "/tiles.json", "/iiif/presentation/3/collection.json", "/tms/1.0.0",
        "/wmts/1.0.0/WMTSCapabilities.xml",
    ]

    @Test("is not there for whoever has no grant, in any protocol or list; what is not private is", arguments: paths)
    func withoutGrant(path: String) async throws {
        let fixture = try fixture()
        let own = path.replacingOccurrences(of: "%", with: "plans.ground")
        let unknown = path.replacingOccurrences(of: "%", with: "plans.attic")
        let (denied, missing) = (try await ask(fixture, own), try await ask(fixture, unknown))
        // Answers for private contents and for missing contents are indistinguishable.
        #expect(denied.status == missing.status && denied.status.code >= 400, "\(denied.status)")
        #expect(
            String(buffer: denied.body).replacingOccurrences(of: "ground", with: "attic")
                == String(buffer: missing.body))
        #expect(try await ask(fixture, path.replacingOccurrences(of: "%", with: "public")).status.code < 400)
    }

    @Test("is there behind a token or a signed address, in every protocol", arguments: paths)
    func withGrant(path: String) async throws {
        let fixture = try fixture()
        let own = path.replacingOccurrences(of: "%", with: "plans.ground")
        for prefix in ["/~\(token)", address("plans.ground"), address("plans.*")] {
            #expect(try await ask(fixture, prefix + own).status.code < 400, "\(prefix)\(own)")
            #expect(
                try await ask(fixture, prefix + path.replacingOccurrences(of: "%", with: "plan")).status.code >= 400)
        }
        #expect(try await ask(fixture, own, [.authorization: "Bearer \(token)"]).status.code < 400)
        #expect(try await ask(fixture, own, [.authorization: "Bearer 0123456789abcdeg"]).status.code >= 400)
    }

    @Test("is in lists for those alone who may see it", arguments: listPaths)
    func lists(path: String) async throws {
        let fixture = try fixture()
        let open = String(buffer: try await ask(fixture, path).body)
        #expect(open.contains("public") && !open.contains("plans.") && !open.contains("Plan &"))
        let granted = String(buffer: try await ask(fixture, address("plans.ground") + path).body)
        #expect(granted.contains("public") && granted.contains("plans.ground") && !granted.contains("plans.roof"))
    }

    @Test("has addresses that begin with the grant, behind proxies too")
    func addresses() async throws {
        let fixture = try fixture()
        let prefix = address("plans.ground")
        let headers: HTTPFields = [
            .forwardedHost: "maps.example", .forwardedProtocol: "https", .forwardedPrefix: "/at",
        ]
        let description = String(buffer: try await ask(fixture, "\(prefix)/tiles/plans.ground.json", headers).body)
        #expect(description.contains("https://maps.example/at\(prefix)/tiles/plans.ground/{z}/{x}/{y}.jpg"))
        let info = String(buffer: try await ask(fixture, "\(prefix)/iiif/3/plans.ground/info.json", headers).body)
        #expect(info.contains("https://maps.example/at\(prefix)/iiif/3/plans.ground"))
    }

    @Test("is kept by nobody on the way; what is not private may be")
    func caching() async throws {
        let fixture = try fixture()
        let tile = try await ask(fixture, "/~\(token)/tiles/plans.ground/0/0/0.png")
        #expect(tile.headers[.cacheControl] == "private, max-age=60, must-revalidate")
        #expect(try await ask(fixture, "/tiles/public/0/0/0.png").headers[.cacheControl]?.hasPrefix("public") == true)
    }

    @Test("is not there for an address that has expired, or was changed in any byte")
    func badAddresses() async throws {
        let fixture = try fixture()
        let past = address("plans.ground", until: 1_000_000_000)
        #expect(try await ask(fixture, "\(past)/tiles/plans.ground/0/0/0.png").status == .notFound)
        let foreign = address("plans.ground", key: [UInt8](repeating: 8, count: 32))
        #expect(try await ask(fixture, "\(foreign)/tiles/plans.ground/0/0/0.png").status == .notFound)
        let good = Array(address("plans.ground").utf8)
        for index in 2..<good.count {
            var bad = good
            bad[index] = bad[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            let answer = try await ask(
                fixture, String(decoding: bad, as: UTF8.self) + "/tiles/plans.ground/0/0/0.png")
            #expect(answer.status.code >= 400, "byte \(index)")
        }
        for text in ["/~", "/~/", "/~~~", "/~plans.ground~~", "/~*~4000000000~", "/~\(token)x"] {
            #expect(try await ask(fixture, "\(text)/tiles/plans.ground/0/0/0.png").status.code >= 400, "\(text)")
        }
    }

    @Test("is behind every spelling of its address that RFC 3986 section 6.2.2 makes equivalent, and behind no other")
    func equivalentAddresses() async throws {
        let fixture = try fixture()
        let tile = "/tiles/plans.ground/0/0/0.png"
        for good in [address("plans.*"), address("plans.ground"), address("plans/*"), address("plans ~ä*")] {
            let isForThis = !good.contains("%")
            func escaped(_ text: some StringProtocol) -> String {
                text.map { $0.isLetter && $0.isASCII ? "%" + String($0.asciiValue!, radix: 16) : String($0) }.joined()
            }
            let spellings = [
                good, good.replacingOccurrences(of: "~", with: "%7e"), good.replacingOccurrences(of: "~", with: "%7E"),
                "/~" + good.dropFirst(2).replacingOccurrences(of: "%7E", with: "~"),
                good.replacing(#/%[0-9A-F]{2}/#) { $0.output.lowercased() },
                isForThis ? "/~" + escaped(good.dropFirst(2)) : good,
            ]
            let expected: HTTPResponse.Status = isForThis ? .ok : .notFound
            for spelling in spellings {
                // A valid grant shows the gallery, whichever contents it covers.
                #expect(try await ask(fixture, "\(spelling)/contents.json").status == .ok, "\(spelling)")
                #expect(try await ask(fixture, spelling + tile).status == expected, "\(spelling)")
            }
        }
        let good = address("plans.*")
        let others = [
            good.replacingOccurrences(of: "~", with: "%257E"), good.replacingOccurrences(of: "/~", with: "%2F~"),
            address("plans/*").replacingOccurrences(of: "%2F", with: "/"),
            good.replacingOccurrences(of: ".", with: "%2F"),
            good.uppercased(), good + "%00", good + "%", good + "%7E", good.replacingOccurrences(of: "~", with: "%fe"),
        ]
        for other in others {
            #expect(try await ask(fixture, "\(other)/contents.json").status == .notFound, "\(other)")
        }
        #expect(try await ask(fixture, "/%7E\(token)\(tile)").status == .ok)
        #expect(try await ask(fixture, "/%7e%30\(token.dropFirst())\(tile)").status == .ok)
    }

    @Test("has answers that no shared cache keeps, of every kind", arguments: paths + listPaths)
    func privateAnswers(path: String) async throws {
        let fixture = try fixture()
        let own = path.replacingOccurrences(of: "%", with: "plans.ground")
        let caching = try await ask(fixture, "/~\(token)\(own)").headers[.cacheControl] ?? ""
        #expect(caching.hasPrefix("private") || caching == "no-store", "\(caching)")
        let bearer = try await ask(fixture, own, [.authorization: "Bearer \(token)"]).headers[.cacheControl] ?? ""
        #expect(bearer == caching, "\(bearer)")
    }

    @Test("is all that is served where the program decides about each request")
    func decided() async throws {
        let fixture = try fixture { $0.access.admits = { _ in true } }
        let tile = try await ask(fixture, "/tiles/public/0/0/0.png")
        #expect(tile.headers[.cacheControl] == "private, max-age=60, must-revalidate")
        #expect(try await ask(fixture, "/contents.json").headers[.cacheControl] == "private, no-cache")
    }

    @Test("is what the policy says now")
    func replaced() async throws {
        let fixture = try fixture()
        fixture.server.replaceAccess(AccessPolicy())
        #expect(try await ask(fixture, "/tiles/plans.ground/0/0/0.png").status == .ok)
        #expect(try await ask(fixture, "/~\(token)/tiles/plans.ground/0/0/0.png").status == .notFound)
        var policy = AccessPolicy()
        policy.privateContents = [AccessPolicy.Scope("*")!]
        fixture.server.replaceAccess(policy)
        #expect(try await ask(fixture, "/tiles/photo/0/0/0.png").status == .notFound)
    }

    @Test("can't be had by who the program does not admit, whatever the request")
    func decision() async throws {
        let fixture = try Fixture { configuration in
            configuration.access.admits = { request in
                request.headers[.userAgent] == "friend" && !request.path.hasPrefix("/dzi")
            }
        }
        #expect(try await ask(fixture, "/tiles/plan/0/0/0.png", [.userAgent: "friend"]).status == .ok)
        #expect(try await ask(fixture, "/dzi/plan.dzi", [.userAgent: "friend"]).status == .forbidden)
        #expect(try await ask(fixture, "/tiles/plan/0/0/0.png").status == .forbidden)
        // The fast path does not return it either, although the tile is cached now.
        let gate = fixture.server.gate
        let key = Array("/tiles/plan/0/0/0.png".utf8).withUnsafeBytes {
            gate.tile(atPath: $0, hasAuthorization: false, of: fixture.site)
        }
        #expect(key == nil)
    }

    @Test("at a connection's front is what it is for the routes")
    func front() throws {
        let fixture = try fixture()
        func key(_ path: String, hasAuthorization: Bool = false) -> Bool {
            Array(path.utf8).withUnsafeBytes {
                fixture.server.gate.tile(atPath: $0, hasAuthorization: hasAuthorization, of: fixture.site) != nil
            }
        }
        let tile = "/tiles/plans.ground/0/0/0.png"
        #expect(!key(tile) && key("/~\(token)\(tile)") && key(address("plans.ground") + tile))
        #expect(!key(address("plans.roof") + tile) && !key("/~wrong\(tile)"))
        #expect(key("/tiles/public/0/0/0.png") && !key("/tiles/public/0/0/0.png", hasAuthorization: true))
        #expect(key("/~\(token)/dzi/plans.ground_files/0/0_0.png") && !key("/dzi/plans.ground_files/0/0_0.png"))
    }

    @Test(
        "is named by identifiers, or all that begin alike, and nothing else",
        arguments: [
            ("plan", "plan", true), ("plan", "plans", false), ("plans.*", "plans.ground", true),
            ("plans.*", "plan", false),
            ("*", "anything", true),
        ])
    func scopes(text: String, id: String, isIn: Bool) throws {
        let scope = try #require(AccessPolicy.Scope(text))
        #expect(scope.contains(id) == isIn && scope.description == text)
        for bad in ["", "*a", "a**", "a*b", "a\nb", "\u{0}"] { #expect(AccessPolicy.Scope(bad) == nil, "\(bad)") }
    }

    /// Returns the offers of files by their paths.
    private func offers(_ paths: [String]) throws -> [String: OfferedContent] {
        Dictionary(uniqueKeysWithValues: zip(paths, try ContentAliasTests.offers(paths)))
    }

    @Test(
        "is all that a pattern could mean; a grant is of what it certainly means",
        arguments: [
            // The pattern, the files, the files that it makes private, and the files that it grants.
            ("plan", ["plan.svg", "plan.pdf", "plans.svg"], ["plan.svg", "plan.pdf"], []),
            ("plan.svg", ["plan.svg", "plan.pdf"], ["plan.svg"], ["plan.svg"]),
            ("plan", ["plan.svg", "other.svg"], ["plan.svg"], ["plan.svg"]),
            ("plan*", ["plan.svg", "plan.pdf", "x.svg"], ["plan.svg", "plan.pdf"], ["plan.svg", "plan.pdf"]),
            // By path, with and without the extension, and by the folder.
            ("floor/1/plan", ["floor/1/plan.svg", "floor/2/plan.svg"], ["floor/1/plan.svg"], ["floor/1/plan.svg"]),
            ("./floor/1/plan.svg", ["floor/1/plan.svg"], ["floor/1/plan.svg"], ["floor/1/plan.svg"]),
            ("floor/", ["floor/1.svg", "floors.svg"], ["floor/1.svg"], ["floor/1.svg"]),
            ("floor", ["floor/1.svg", "floors.svg"], ["floor/1.svg"], []),
            ("served/plan.svg", ["plan.svg"], ["plan.svg"], []),
            // In any script and normalization form, and in the spelling of URLs.
            ("Zu\u{308}rich", ["Zürich.svg"], ["Zürich.svg"], ["Zürich.svg"]),
            ("東*", ["東京.svg", "大阪.svg"], ["東京.svg"], ["東京.svg"]),
            ("%E6%9D%B1%E4%BA%AC", ["東京.svg"], ["東京.svg"], []),
            // The names of earlier versions.
            ("content", ["東京.svg", "大阪.svg", "x.svg"], ["東京.svg", "大阪.svg"], []),
            ("content-2", ["東京.svg", "大阪.svg", "x.svg"], ["東京.svg", "大阪.svg"], []),
            ("content-3", ["東京.svg", "大阪.svg", "x.svg"], [], []),
            ("Zurich", ["Zürich.svg", "Zurich.svg"], ["Zürich.svg", "Zurich.svg"], ["Zurich.svg"]),
            ("floor-2", ["floor.svg", "floor-2.svg"], ["floor-2.svg"], ["floor-2.svg"]),
            ("a-b-2", ["a+b.svg", "a#b.svg", "a.svg"], ["a+b.svg", "a#b.svg"], []),
        ] as [(String, [String], Set<String>, Set<String>)])
    func meanings(pattern: String, paths: [String], covered: Set<String>, granted: Set<String>) throws {
        let scope = try #require(AccessPolicy.Scope(pattern))
        let offers = try offers(paths)
        #expect(Set(offers.filter { scope.couldMean($0.value) }.keys) == covered)
        #expect(Set(offers.filter { scope.means($0.value) }.keys) == granted)
    }

    @Test("by a name of any script has addresses that are signed, and hold behind proxies")
    func unicodeAddresses() async throws {
        let fixture = try ContentAliasTests.fixture(["東京/計画 ~1.svg", "other.svg"]) { configuration in
            configuration.access.privateContents = [AccessPolicy.Scope("東京/*")!]
            configuration.access.key = key
        }
        let id = IdentifierEncoding.encoded("東京.計画-1")
        #expect(try await ask(fixture, "/tiles/\(id).json").status == .notFound)
        for scope in ["東京/*", "東京/計画 ~1", "東京.計画-1", "東*"] {
            let prefix = address(scope)
            #expect(prefix.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && prefix.split(separator: "/").count == 1)
            let answer = try await ask(fixture, "\(prefix)/tiles/\(id).json", [.forwardedHost: "a.example"])
            #expect(answer.status == .ok, "\(scope)")
            // Addresses in answers begin with the grant, also with * in it.
            #expect(String(buffer: answer.body).contains("http://a.example\(prefix)/tiles/\(id)/{z}"), "\(scope)")
        }
        #expect(try await ask(fixture, "\(address("other"))/tiles/\(id).json").status == .notFound)
    }

    @Test("is not what its writer meant, and that is found")
    func review() throws {
        let offers = Array(try offers(["plan.svg", "plan.pdf", "secret/a.svg", "public.svg"]).values)
        func findings(_ hidden: [String], tokens: [[String]] = [], key: [UInt8]? = nil) -> [AccessReview.Finding] {
            var policy = AccessPolicy()
            policy.privateContents = hidden.map { AccessPolicy.Scope($0)! }
            for (number, scopes) in tokens.enumerated() {
                policy.tokens["token-\(number)"] = scopes.map { AccessPolicy.Scope($0)! }
            }
            policy.key = key
            return AccessReview(policy, of: offers).findings
        }
        #expect(findings([]).isEmpty && findings(["secret/*", "plan"], tokens: [["secret.a"], ["*"]]).isEmpty)
        #expect(findings(["secrt/a.svg"]) == [.privateMatchesNothing(pattern: "secrt/a.svg", nearest: "secret/a.svg")])
        #expect(findings(["zzzzzzzz"]) == [.privateMatchesNothing(pattern: "zzzzzzzz", nearest: nil)])
        #expect(findings([], tokens: [["public"]]) == [.nothingIsPrivate])
        #expect(findings([], key: key) == [.nothingIsPrivate])
        #expect(findings(["secret/"], tokens: [["public"]]) == [.grantOfPublic(pattern: "public")])
        let missing = findings(["secret/"], tokens: [["secret.b"]])
        #expect(missing == [.grantMatchesNothing(pattern: "secret.b", nearest: "secret.a")])
        #expect(!missing[0].isExposure && findings([], key: key)[0].isExposure)
        guard case .grantIsAmbiguous("plan", let ids) = findings(["plan"], tokens: [["plan"]]).first else {
            Issue.record("a name that two files share grants neither")
            return
        }
        #expect(Set(ids) == [ContentAliasTests.hashed("plan.svg"), ContentAliasTests.hashed("plan.pdf")])
    }

    @Test("a folder of the site may be before all paths, and addresses have it")
    func basePath() async throws {
        let fixture = try fixture { $0.basePath = "/maps" }
        for path in ["/maps/tiles/public/0/0/0.png", "/tiles/public/0/0/0.png", "/maps", "/maps/", "/maps/~\(token)/"] {
            #expect(try await ask(fixture, path).status == .ok, "\(path)")
        }
        #expect(try await ask(fixture, "/mapsx/tiles/public/0/0/0.png").status == .notFound)
        let description = String(
            buffer: try await ask(fixture, "/maps/~\(token)/tiles/plans.roof.json", [.forwardedHost: "a.example"]).body)
        #expect(description.contains("http://a.example/maps/~\(token)/tiles/plans.roof/"))
    }
}

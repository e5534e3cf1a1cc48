import Foundation
import TestSupport
import Testing

/// Tests of what the commands do with a drawing that has features that are not honored.
@Suite("Omissions in commands")
struct OmissionCommandTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            "lossy.svg",
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="300" height="200">
            <rect width="300" height="200" style="text-shadow:1px 1px red"/>
            <mesh/><mesh/>
            </svg>
            """)
        try folder.write("plan.svg", drawing())
    }

    private static let line =
        "lossy.svg: 2 features are not honored: text-shadow is not supported (line 2); "
        + "<mesh> is unknown and not drawn, as in browsers (2 times, first on line 3)"

    @Test("info lists them, also as JSON")
    func info() throws {
        let run = try CommandLineRun.run(["info", "lossy.svg"], in: folder.path)
        #expect(run.code == 0)
        #expect(run.output.contains("\n  not honored: text-shadow is not supported (line 2)\n  not honored: <mesh> is"))
        let json = try CommandLineRun.run(["info", "lossy.svg", "--json"], in: folder.path)
        struct Report: Decodable {
            struct Omission: Decodable, Equatable {
                var kind: String
                var name: String
                var line: Int?
                var count: Int
            }
            var omissions: [Omission]
        }
        #expect(
            try JSONDecoder().decode(Report.self, from: Data(json.output.utf8)).omissions == [
                .init(kind: "property", name: "text-shadow", line: 2, count: 1),
                .init(kind: "unknown-element", name: "<mesh>", line: 3, count: 2),
            ])
        let plain = try CommandLineRun.run(["info", "plan.svg"], in: folder.path)
        #expect(!plain.output.contains("not honored"))
    }

    @Test("build logs them in a line, and fails with --strict before anything is written")
    func build() throws {
        let lax = try CommandLineRun.run(["build", "lossy.svg", "-o", "out"], in: folder.path)
        #expect(lax.code == 0 && lax.errors.contains("\(Self.line)\n"), "\(lax.errors)")
        let strict = try CommandLineRun.run(["build", "lossy.svg", "-o", "other", "--strict"], in: folder.path)
        #expect(strict.code == 65 && !folder.exists("other"))
        #expect(strict.errors == "tilework: \(Self.line); build without --strict to accept that\n", "\(strict.errors)")
        let plain = try CommandLineRun.run(["build", "plan.svg", "-o", "plan", "--strict"], in: folder.path)
        #expect(plain.code == 0, "\(plain.errors)")
    }

    @Test("serve --check fails on them with --strict only, which is for checks")
    func check() throws {
        let lax = try CommandLineRun.run(["serve", ".", "--port", "0", "--check"], in: folder.path)
        #expect(lax.code == 0 && lax.output.hasSuffix("\n2 of 2 files can be served\n"), "\(lax.output)")
        #expect(lax.errors.contains("2 features are not honored"))
        let strict = try CommandLineRun.run(["serve", ".", "--port", "0", "--check", "--strict"], in: folder.path)
        #expect(strict.code == 65)
        #expect(strict.output.hasSuffix("\n2 of 2 files can be served; 1 with features that are not honored\n"))
        let alone = try CommandLineRun.run(["serve", ".", "--port", "0", "--strict"], in: folder.path)
        #expect(alone.code == 64 && alone.errors.contains("--strict needs --check"))
    }

    @Test("the server tells viewers")
    func serve() async throws {
        let server = try RunningServer(["lossy.svg", "plan.svg"], in: folder.path)
        let omissions = "\"omissions\":[\"text-shadow is not supported (line 2)\","
        // The first answer waits until the drawing is open; the list of contents does not.
        for path in ["/tiles/lossy.json", "/contents.json"] {
            let text = String(decoding: try await server.answer(path).1, as: UTF8.self)
            #expect(text.replacing(" ", with: "").contains(omissions.replacing(" ", with: "")), "\(path): \(text)")
        }
        let plain = String(decoding: try await server.answer("/tiles/plan.json").1, as: UTF8.self)
        #expect(!plain.contains("omissions"))
        _ = server.end()
    }

    /// Three pages of a document with a script. The second asks for overprint, the third holds a video.
    private static let document = """
        %PDF-1.6
        1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(1)>>>>endobj
        2 0 obj<</Type/Pages/Kids[3 0 R 4 0 R 5 0 R]/Count 3/MediaBox[0 0 75 75]>>endobj
        3 0 obj<</Type/Page/Parent 2 0 R>>endobj
        4 0 obj<</Type/Page/Parent 2 0 R/Resources<</ExtGState<</G<</OP true>>>>>>>>endobj
        5 0 obj<</Type/Page/Parent 2 0 R/Annots[<</Type/Annot/Subtype/Screen/Rect[0 0 9 9]>>]>>endobj
        trailer<</Root 1 0 R>>
        %%EOF

        """

    @Test("a page of a document is held to what it and the document ask for")
    func page() throws {
        try folder.write("plan.pdf", Self.document)
        let lax = try CommandLineRun.run(["build", "plan.pdf", "--page", "2", "-o", "out"], in: folder.path)
        let line =
            "plan.pdf: 2 features are not honored: overprint is not simulated (on page 2); JavaScript is not run\n"
        #expect(lax.code == 0 && lax.errors.contains(line), "\(lax)")
        let strict = try CommandLineRun.run(
            ["build", "plan.pdf", "--page", "2", "-o", "other", "--strict"], in: folder.path)
        #expect(strict.code == 65 && !folder.exists("other"), "\(strict)")
        try folder.write("still.pdf", Self.document.replacing("/OpenAction<</S/JavaScript/JS(1)>>", with: ""))
        let plain = try CommandLineRun.run(["build", "still.pdf", "-o", "plain", "--strict"], in: folder.path)
        #expect(plain.code == 0 && folder.exists("plain") && !plain.errors.contains("not honored"), "\(plain)")
    }

    @Test("of several pages, those fail that ask for more; all fail if the document does")
    func pages() throws {
        try folder.write("plan.pdf", Self.document)
        let all = try CommandLineRun.run(["build", "plan.pdf", "-o", "pages/", "--strict"], in: folder.path)
        #expect(all.code == 65 && all.errors.contains("JavaScript is not run"), "\(all)")
        #expect(!folder.exists("pages"))
        try folder.write("still.pdf", Self.document.replacing("/OpenAction<</S/JavaScript/JS(1)>>", with: ""))
        let some = try CommandLineRun.run(["build", "still.pdf", "-o", "pages/", "--strict"], in: folder.path)
        #expect(some.code == 65 && some.output.contains("pages/: 1 page, 2 failed"), "\(some)")
        #expect(folder.exists("pages/still-p1") && !folder.exists("pages/still-p2"))
        let lax = try CommandLineRun.run(["build", "plan.pdf", "-o", "lax/"], in: folder.path)
        let told = lax.errors.split(separator: "\n").filter { $0.contains("not honored") }
        #expect(lax.code == 0 && told.count == 3, "\(lax)")
    }

    @Test("serve --check --strict examines all pages of documents")
    func checkDocuments() throws {
        try FileManager.default.createDirectory(atPath: folder.file("plans"), withIntermediateDirectories: true)
        try folder.write("plans/plan.pdf", Self.document)
        let lax = try CommandLineRun.run(["serve", "plans", "--port", "0", "--check"], in: folder.path)
        #expect(lax.code == 0, "\(lax)")
        let strict = try CommandLineRun.run(["serve", "plans", "--port", "0", "--check", "--strict"], in: folder.path)
        #expect(strict.code == 65 && strict.errors.contains("3 features are not honored"), "\(strict)")
        #expect(strict.output.hasSuffix("\n1 of 1 file can be served; 1 with features that are not honored\n"))
    }
}

import Foundation
import Testing

@testable import TileServer

@Suite("The identifiers of files")
struct FileNamingTests {
    /// - Parameter paths: Relative to the served folder.
    private func ids(_ paths: [String], isContent: @escaping (String) -> Bool = { _ in true }) -> [String: String] {
        let files = paths.map(file)
        let naming = FileNaming(files) { isContent(paths[$0]) }
        return Dictionary(uniqueKeysWithValues: zip(paths, naming.ids))
    }

    private func file(_ path: String) -> FileNaming.File {
        let folders = path.split(separator: "/").dropLast().map(String.init)
        let ending = path.split(separator: ".").last ?? ""
        return FileNaming.File(
            names: ContentNames(writtenPath: "served/\(path)", folders: folders), absolutePath: "/srv/served/\(path)",
            mayHavePages: ending == "pdf", isContentByName: ["svg", "pdf", "png", "jpg"].contains(ending))
    }

    private func hashed(_ path: String) -> String { file(path).names.hashed }

    @Test(
        "are the path without its ending, as letters of any script, digits, marks and dashes",
        arguments: [
            ("plan.svg", "plan"), ("Floor 2 (new).svg", "Floor-2-new"), ("a.b.c.png", "a-b-c"),
            ("floor/1/plan.svg", "floor.1.plan"), ("1. Stock/Küche/plan.svg", "1-Stock.Küche.plan"),
            ("東京.png", "東京"), ("東京 2.png", "東京-2"), ("план №5.svg", "план-5"), ("มุมมอง.svg", "มุมมอง"),
            ("Übersicht Zürich.pdf", "Übersicht-Zürich"), ("U\u{308}bersicht.pdf", "Übersicht"),
            ("100%25.svg", "100-25"), ("under_score-dash.svg", "under_score-dash"), ("\"><script>.svg", "script"),
            ("new\nline.svg", "new-line"), ("می‌خواهم.svg", "میخواهم"), ("٣.svg", "٣"),
        ])
    func names(path: String, id: String) {
        let found = ids([path])[path]
        #expect(found == id)
        // The name has one spelling in bytes, independent of the file system's.
        #expect(found.map { Array($0.utf8) } == Array(id.precomposedStringWithCanonicalMapping.utf8))
        #expect(found.map(IdentifierEncoding.isUsable) == true)
    }

    @Test("without a usable character are a hash of the path", arguments: ["🎉.svg", "---.png", "!/?.svg"])
    func hashes(path: String) {
        let id = ids([path])[path]!
        #expect(id == hashed(path) && id.split(separator: ".").last!.utf8.count == 8, "\(id)")
        #expect(id.allSatisfy { $0.isLowercase || $0 == "." })
    }

    @Test("do not depend on other files, in any order")
    func neighbors() {
        let paths = ["東京.png", "大阪.png", "a+b.svg", "plan.svg", "Zürich.svg", "Zurich.svg", "🎉.svg", "floor/plan.svg"]
        let all = ids(paths)
        #expect(Set(all.values).count == paths.count)
        for path in paths {
            #expect(ids([path])[path] == all[path], "\(path)")
            #expect(ids([path] + paths.filter { $0 != path }.reversed()) == all)
        }
    }

    @Test(
        "that two files share get the hash of the path each",
        arguments: [
            ["a+b.svg", "a#b.svg"], ["plan.svg", "plan.pdf"], ["floor/1/plan.svg", "floor/1/plan.png"],
            // A page of a document.
            ["plan.pdf", "plan-p12.svg"],
            // The hashed name of another file.
            ["plan.svg", "plan-\("PLACEHOLDER").svg"],
        ])
    func shared(paths: [String]) {
        let paths = paths.map { $0.replacingOccurrences(of: "PLACEHOLDER", with: String(hashed("plan.svg").suffix(8))) }
        let found = ids(paths + ["other.svg"])
        #expect(found["other.svg"] == "other" && Set(found.values).count == paths.count + 1)
        // A hashed name that is another file's plain name is not used by either.
        for path in paths where !paths.contains("\(hashed(path)).svg") {
            #expect(found[path] == hashed(path), "\(path)")
        }
        #expect(Set(found.values).isDisjoint(with: ["a-b", "floor.1.plan", "plan-p12"]))
    }

    @Test("have a hash that is the same in every version, and on every machine")
    func stable() {
        #expect(hashed("plan.svg") == "plan-nqcsjqvn")
        #expect(hashed("東京/1.png") == "東京.1-dvzbsywg")
        #expect(hashed("u\u{308}.svg") == hashed("ü.svg"))
    }

    @Test("are not changed by files of other kinds beside them")
    func otherFiles() {
        let paths = ["plan.jpg", "plan.tfw", "plan.prj", "scan.xyz", "scan.abc"]
        let found = ids(paths) { $0 == "scan.xyz" }
        #expect(found["plan.jpg"] == "plan" && found["scan.xyz"] == "scan")
        #expect(Set(found.values).count == paths.count)
        // Both are contents, with any extension.
        #expect(ids(["scan.xyz", "scan.abc"])["scan.abc"] == hashed("scan.abc"))
    }

    @Test("of files of one path in two served folders differ, and not by their order")
    func twoFolders() {
        func naming(_ folders: [String]) -> [String: String] {
            let files = folders.map { folder in
                FileNaming.File(
                    names: ContentNames(writtenPath: "\(folder)/plan.svg"), absolutePath: "/srv/\(folder)/plan.svg",
                    mayHavePages: false, isContentByName: true)
            }
            return Dictionary(uniqueKeysWithValues: zip(folders, FileNaming(files).ids))
        }
        let found = naming(["one", "two"])
        #expect(found["one"] != found["two"] && found == naming(["two", "one"]))
        #expect(found.values.allSatisfy { $0.hasPrefix(hashed("plan.svg") + "-") })
    }

    @Test("stay within limits, on whole characters")
    func limits() {
        for letter in ["ab", "東", "𝒳", "e\u{301}\u{327}"] {
            let id = ids([String(repeating: letter, count: 90) + ".svg"]).values.first!
            #expect(id.count <= 64 && id.utf8.count <= 200 && IdentifierEncoding.isUsable(id), "\(id)")
        }
        let marks = "a" + String(repeating: "\u{301}", count: 1000)
        #expect(ids([marks + ".svg"]).values.first!.utf8.count < 200)
        let deep = String(repeating: "folder/", count: 100) + "x.svg"
        #expect(ids([deep])[deep]!.hasSuffix(".folder.x") && ids([deep])[deep]!.utf8.count <= 200)
    }

    @Test("of a hundred thousand files take no longer than their number")
    func many() {
        let paths = (0..<100_000).map { "\($0 % 2 == 0 ? "same/x" : "other")\($0 % 1000).\($0)" }
        #expect(Set(ids(paths).values).count == paths.count)
    }

    @Test("in URLs have one spelling, and are read in others")
    func encoding() {
        func canonical(_ text: String) -> String? {
            Array(text.utf8).withUnsafeBytes(IdentifierEncoding.canonical).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(IdentifierEncoding.encoded("floor.1_plan-2") == "floor.1_plan-2")
        #expect(IdentifierEncoding.encoded("東京") == "%E6%9D%B1%E4%BA%AC")
        #expect(canonical("%E6%9D%B1%E4%BA%AC") == nil && canonical("plan") == nil)
        for other in ["%e6%9d%b1%E4%BA%AC", "東京", "%E6%9D%B1京"] { #expect(canonical(other) == "%E6%9D%B1%E4%BA%AC") }
        #expect(canonical("Zu%CC%88rich") == "Z%C3%BCrich" && canonical("%70lan") == "plan")
        // The name is decoded once, and only to valid UTF-8.
        #expect(canonical("%2570lan") == nil)
        #expect(canonical("%FF") == nil && canonical("plan%") == "plan%25" && canonical("%zz") == "%25zz")
    }
}

import Foundation
import TestSupport
import Testing

@testable import TileCommands

@Suite("tilework info")
struct InfoCommandTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("it says what a drawing is and how many tiles each level has")
    func drawingText() throws {
        try folder.write("plan.svg", drawing(width: 1000, height: 700))
        let run = try CommandLineRun.run(["info", "plan.svg"], in: folder.path)
        #expect(run.code == 0 && run.errors.isEmpty)
        #expect(run.output.hasPrefix("plan.svg\n"))
        #expect(run.output.contains("1000 × 700 points"))
        #expect(run.output.contains("17 of 256 pixels in 3 levels"))
        #expect(run.output.contains("    2          1000 × 700        4      3         12\n"))
    }

    @Test("a drawing's levels that only serve offers are listed apart, and an image has none")
    func deeperLevels() throws {
        try folder.write("plan.svg", drawing(width: 1000, height: 700))
        let text = try CommandLineRun.run(["info", "plan.svg"], in: folder.path).output
        let parts = text.components(separatedBy: "  serve goes deeper:\n")
        #expect(parts.count == 2 && parts[1].split(separator: "\n").count == ServeSettings.levelsBeyondSize)
        #expect(parts[1].contains("      8       64000 × 44800      250    175     43,750\n"), "\(text)")
        let json = try CommandLineRun.run(["info", "plan.svg", "--json"], in: folder.path).output
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let deeper = try #require(object["deeperLevels"] as? [[String: Any]])
        #expect(deeper.map { $0["level"] as? Int } == [3, 4, 5, 6, 7, 8])
        _ = try CommandLineRun.run(["build", "plan.svg", "-o", "t"], in: folder.path)
        let image = try CommandLineRun.run(["info", "t/0/0/0.png"], in: folder.path).output
        #expect(!image.contains("deeper"))
    }

    @Test("JSON holds the same")
    func drawingJSON() throws {
        try folder.write("plan.svg", drawing(width: 1000, height: 700))
        let run = try CommandLineRun.run(["info", "plan.svg", "--json", "--tile-size", "512"], in: folder.path)
        #expect(run.code == 0)
        let json = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(json["kind"] as? String == "svg" && json["isScalable"] as? Bool == true)
        #expect(json["width"] as? Double == 1000 && json["height"] as? Double == 700)
        #expect(json["tileSize"] as? Int == 512 && json["tiles"] as? Int == 5)
        let levels = try #require(json["levels"] as? [[String: Any]])
        #expect(levels.map { $0["tiles"] as? Int } == [1, 4])
        #expect(levels.map { $0["scale"] as? Double } == [0.5, 1])
    }

    @Test("a name that does not fit the content is noted")
    func wrongName() throws {
        try folder.write("plan.png", drawing())
        let run = try CommandLineRun.run(["info", "plan.png"], in: folder.path)
        #expect(run.code == 0)
        #expect(run.output.contains("note: The name ends in .png, but the content is SVG; it is read as SVG."))
    }

    @Test("the version and the help are asked for by name")
    func version() throws {
        let version = try CommandLineRun.run(["--version"])
        #expect(version.code == 0 && version.output == "0.1.0\n")
        let help = try CommandLineRun.run(["--help"])
        #expect(help.code == 0)
        for command in ["serve", "build", "info"] { #expect(help.output.contains(command)) }
        let nothing = try CommandLineRun.run(["frobnicate"])
        #expect(nothing.code == 64 && nothing.errors.contains("frobnicate"))
    }
}

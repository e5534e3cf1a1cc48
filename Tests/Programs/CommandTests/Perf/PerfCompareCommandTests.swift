import Foundation
import TestSupport
import Testing

@testable import PerfCommands

@Suite("tilework perf compare", .serialized)
struct PerfCompareCommandTests {
    let folder: TemporaryFolder
    /// The smaller program, because valgrind examines all of it.
    let build: String

    init() throws {
        folder = try TemporaryFolder()
        build = try CommandLineRun.executable("tilework-perf")
        try folder.write("scroll.json", Self.scroll)
    }

    /// A small trace, because each run of the tests' build under valgrind takes seconds: eighty tiles, in frames with
    /// new tiles.
    static let scroll = """
        {
          "tilework-trace": 1,
          "name": "scroll",
          "content": {"shapes": 200, "size": [800, 6000]},
          "tileSize": 64,
          "viewport": [320, 240],
          "cache": "cold",
          "tail": 0.2,
          "overlays": {"pins": 4, "gauge": true},
          "events": [{"at": 0.05, "wheel": [0, 150]}, {"at": 0.1, "wheel": [0, 150]}, {"at": 0.15, "wheel": [0, 150]}]
        }
        """

    private func compare(
        _ arguments: [String], environment: [String: String] = [:]
    ) throws -> CommandLineRun {
        try CommandLineRun.run(["perf", "compare"] + arguments, in: folder.path, environment: environment)
    }

    /// Writes a program of a few lines of shell.
    private func program(_ name: String, _ lines: String) throws -> String {
        let path = try folder.write(name, "#!/bin/sh\n\(lines)\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }

    /// Returns a program with the help of `perf measure` that runs `lines` when it has to measure.
    private func measuring(_ name: String, _ lines: String) throws -> String {
        try program(
            name, "case \"$*\" in *--help*) echo 'USAGE: tilework perf measure <path>'; exit 0;; esac\n\(lines)")
    }

    // MARK: Cost

    @Test("the same build costs the same, and 5 % of tiles drawn twice are red with trace, phase and both counts")
    func cost() throws {
        let same = try compare([build, build, "scroll.json", "--cost", "--json", "same.json"])
        #expect(same.code == 0, "\(same.output)\(same.errors)")
        #expect(same.errors.hasPrefix("instructions: 0 of 2 runs\ninstructions: 1 of 2 runs, "), "\(same.errors)")
        #expect(same.errors.contains("\ninstructions: 2 of 2 runs, "), "\(same.errors)")
        let lines = same.output.split(separator: "\n")
        #expect(lines.first?.hasPrefix("trace") == true && lines.first?.hasSuffix("instructions") == true)
        for part in ["frame", "input", "motion", "layout", "display", "commit", "draw", "raster"] {
            let line = try #require(lines.first { $0.contains(" \(part) ") }, "\(same.output)")
            #expect(line.hasSuffix(" ok") || line.hasSuffix("too small to judge"), "\(line)")
        }
        #expect(try String(contentsOfFile: folder.file("same.json"), encoding: .utf8).contains("\"part\":\"raster\""))

        // Four of its 80 tiles, which cost less than most: over 2 % of raster's instructions, of which 1% is too much.
        // For drawing and for the frame, which include raster, the share may be above or below the limit.
        let more = try compare([build, build, "scroll.json", "--cost", "--inject", "cost=5%"])
        #expect(more.code == 1, "\(more.output)\(more.errors)")
        let red = more.output.split(separator: "\n").filter { $0.hasPrefix("✗") }
        let parts = ["raster", "draw", "frame"].map { "✗ scroll: \($0) costs " }
        #expect(red.allSatisfy { line in parts.contains { line.hasPrefix($0) } }, "\(more.output)")
        let line = try #require(red.first { $0.hasPrefix(parts[0]) }, "\(more.output)")
        #expect(line.contains("% more: ") && line.contains(" instructions, were "))
        #expect(more.output.contains("functions that grew most, without their callees:"))
    }

    @Test("without valgrind it says what to install")
    func noValgrind() throws {
        let run = try compare([build, build, "scroll.json", "--cost"], environment: ["PATH": folder.path])
        #expect(run.code == 70)
        #expect(run.errors.contains("--cost needs valgrind") && run.errors.contains("apt-get install valgrind"))
    }

    @Test("a valgrind that counts nothing, or something else, is a broken run")
    func brokenValgrind() throws {
        for (lines, problem) in [
            ("exit 1", "could not measure"),
            ("echo 'please report this bug to: www.valgrind.org' >&2; exit 1", "Use that build's tilework-perf"),
            ("echo hello", "printed no measurement"),
            (
                "while [ \"${1#-}\" != \"$1\" ]; do shift; done; exec \"$@\"", "callgrind wrote no file"
            ),
            (
                "for a; do case $a in --callgrind-out-file=*) echo hello >\"${a#*=}\";; esac; done; "
                    + "while [ \"${1#-}\" != \"$1\" ]; do shift; done; exec \"$@\"", "callgrind's file, line"
            ),
        ] {
            _ = try program("valgrind", lines)
            let run = try compare([build, build, "scroll.json", "--cost"], environment: ["PATH": folder.path])
            #expect(run.code == 70, "\(lines): \(run.output)")
            #expect(run.errors.contains(problem), "\(lines): \(run.errors)")
        }
    }

    // MARK: Time

    /// Returns a build with frames of exactly `milliseconds` milliseconds.
    private func timed(_ name: String, _ milliseconds: Double, noise: String = "0") throws -> String {
        let run = try CommandLineRun.run(
            ["measure", "scroll.json"], of: "tilework-perf", in: folder.path)
        let words = run.output.split(separator: "\"")
        let place = try #require(words.firstIndex(of: "fingerprint"))
        let sample = """
            {"schema":1,"trace":"scroll","fingerprint":"\(words[place + 2])","clock":"virtual","frames":9,"tiles":0,\
            "milliseconds":{"layout":%s}}
            """
        return try measuring(
            name,
            """
            n=$(cat "$0.count" 2>/dev/null || echo 0); echo $((n + 1)) >"$0.count"
            printf '\(sample)\\n' $(awk -v n=$n 'BEGIN { print \(milliseconds) * (1 + \(noise) * ((n * 7919) % 13) / 13) }')
            """)
    }

    @Test("a build that takes longer is red once it did so twice, one that does not is green")
    func time() throws {
        let (old, same, slow) = (
            try timed("old", 2, noise: "0.01"), try timed("same", 2, noise: "0.01"),
            try timed("slow", 2.2, noise: "0.01")
        )
        let green = try compare([old, same, "scroll.json", "--time", "--rounds", "4"])
        #expect(green.code == 0, "\(green.output)\(green.errors)")
        #expect(green.output.contains("scroll  frame") && green.output.contains(" ok"))
        // Output into a pipe shows progress during minutes of measuring.
        #expect(green.errors == (1...4).map { "scroll: time, round \($0) of 4\n" }.joined())
        let red = try compare([old, slow, "scroll.json", "--time", "--rounds", "4"])
        #expect(red.code == 1, "\(red.output)\(red.errors)")
        #expect(red.output.contains("✗ scroll: layout takes "))
        #expect(
            red.errors.hasSuffix("scroll: time again, because it looks slower, round 4 of 4\n"), "\(red.errors)")
        #expect(
            try String(contentsOfFile: slow + ".count", encoding: .utf8) == "16\n", "four rounds, and as many again")
    }

    @Test("a machine that is too noisy is said to be, and ends with 70 only if asked")
    func noise() throws {
        let (old, new) = (try timed("old", 2, noise: "0.9"), try timed("new", 2.1, noise: "0.9"))
        let run = try compare([old, new, "scroll.json", "--time", "--rounds", "4"])
        #expect(run.code == 0, "\(run.output)\(run.errors)")
        #expect(run.output.contains("? scroll: layout not judged: noise floor "))
        #expect(try compare([old, new, "scroll.json", "--time", "--rounds", "4", "--strict"]).code == 70)
    }

    @Test("the real build is measured on either clock")
    func measure() throws {
        for clock in ["virtual", "real"] {
            let run = try CommandLineRun.run(["perf", "measure", "scroll.json", "--clock", clock], in: folder.path)
            #expect(run.code == 0)
            #expect(run.output.contains("\"clock\":\"\(clock)\"") && run.output.contains("\"raster\":"))
            #expect(run.output.split(separator: "\n").count == 1)
        }
    }

    @Test("the real build whose tiles take twice as long is red by time, by raster")
    func twiceAsLong() throws {
        let run = try compare([
            build, build, "scroll.json", "--time", "--rounds", "4", "--replays", "2", "--inject", "cost=100%",
            "--junit",
            "junit.xml", "--annotations",
        ])
        #expect(run.code == 1, "\(run.output)\(run.errors)")
        let red = run.output.split(separator: "\n").filter { $0.hasPrefix("✗") }
        // A busy machine may make one of the other parts slower, too.
        #expect(red.contains { $0.hasPrefix("✗ scroll: raster takes ") }, "\(run.output)")
        #expect(run.output.contains("\n::error file=scroll.json,title=scroll%3A regression::raster takes "))
        let junit = try String(contentsOfFile: folder.file("junit.xml"), encoding: .utf8)
        #expect(junit.contains("<testcase classname=\"perf.time\" name=\"scroll\" time=\"0\">"))
        #expect(junit.contains("raster takes ") && junit.contains("<failure type=\"regression\" message=\""))
    }

    // MARK: Invalid builds

    @Test("what can't be compared is named")
    func noBuilds() throws {
        let crashing = try measuring("crashing", "kill -SEGV $$")
        let talking = try measuring("talking", "echo 'all is well'")
        let failing = try measuring("failing", "echo 'the disk is on fire' >&2; exit 3")
        let other = try program("other", "echo hello")
        let text = try folder.write("text", "no program")
        let binary = try folder.write("binary", [0x7F, 0x45, 0x4C, 0x46, 0, 0])
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: binary)
        for (head, code, problem) in [
            ("missing", 64, "missing: command not found"), (text, 64, "is not an executable program"),
            (other, 64, "has no “perf measure” command"), (binary, 70, "can't be run"),
            (crashing, 70, "it crashed (signal 11)"),
            (talking, 70, "printed no measurement of scroll.json, but “all is"),
            (failing, 70, "it exited with 3: the disk is on fire"),
        ] {
            let run = try compare([build, head, "scroll.json", "--time"])
            #expect(run.code == code, "\(head): \(run.output)\(run.errors)")
            #expect(run.errors.contains(problem), "\(head): \(run.errors)")
            #expect(run.output.isEmpty)
        }
    }

    @Test("a build that hangs is killed, with what it started")
    func hanging() throws {
        // The child ends by itself after a long time and writes a file: if the file exists, the child was not killed.
        let hanging = try measuring(
            "hanging",
            "exec 3>\"$0.alive\"; { head -c 100G /dev/zero >/dev/null; echo done >\"$0.done\"; } & echo here >&3; wait")
        // Both programs hang, so the speed of the rest does not matter.
        let command = try compare([
            hanging, try measuring("too", "cat /dev/zero"), "scroll.json", "--time", "--limit", "1",
        ])
        #expect(command.code == 70)
        #expect(command.errors.contains("it was killed after 1 s"), "\(command.errors)")

        // The time limit is reached when the program has started its child.
        let alive = try NamedPipe(hanging + ".alive")
        let run = try ChildProcess.run(hanging, [], limit: 7, in: try TrialFolder()) { _, seconds in
            #expect(seconds == 7)
            #expect(alive.readLine() == "here")
            return .timedOut
        }
        #expect(run.end == .limit(seconds: 7))
        // The pipe ends when the program and its child, which has inherited it, have ended.
        #expect(alive.readToEnd() == "")
        #expect(!FileManager.default.fileExists(atPath: hanging + ".done"), "the child went on")
    }

    @Test("one that is interrupted ends by the signal, and leaves neither its children nor its folder")
    func interrupted() throws {
        let hanging = try measuring("hanging", "echo here >\"$0.started\"; cat /dev/zero >/dev/null")
        for number in [SIGTERM, SIGINT] {
            let pipe = try NamedPipe(folder.file("hanging.started"))
            let started = try CommandLineRun.Started(
                CommandLineRun.executable("tilework-perf"), ["compare", build, hanging, "scroll.json", "--time"],
                in: folder.path, environment: ["TMPDIR": folder.path + "/"])
            #expect(pipe.readLine() == "here")
            #expect(try folder.names().contains { $0.hasPrefix("tilework-perf-") })
            kill(started.process.processIdentifier, number)
            let run = started.wait()
            #expect(run.signal == number, "\(run.code) \(run.errors)")
            #expect(try !folder.names().contains { $0.hasPrefix("tilework-perf-") })
        }
    }

    @Test("a content that changes meanwhile breaks the run, and is no change of the build")
    func changedContent() throws {
        try folder.write("c.svg", drawing())
        try folder.write(
            "c.json", #"{"tilework-trace": 1, "name": "c", "content": {"file": "c.svg"}, "events": [], "tail": 0}"#)
        let program = try CommandLineRun.executable()
        let same = try measuring("same", "exec \(program) \"$@\"")
        let green = try compare([same, same, "c.json", "--time", "--rounds", "4"])
        #expect(green.code == 0, "\(green.errors)")
        let changing = try measuring("changing", "echo ' ' >>c.svg; exec \(program) \"$@\"")
        let run = try compare([same, changing, "c.json", "--time", "--rounds", "4"])
        #expect(
            run.code == 70 && run.errors.contains("the content of c.json changed during the measurement"),
            "\(run.errors)")
    }

    @Test("missing and broken traces, and mistakes in options, have their codes")
    func mistakes() throws {
        try folder.write("broken.json", "{")
        for (arguments, code, problem) in [
            ([build, build, "nowhere.json", "--time"], 65, "nowhere.json"),
            ([build, build, "broken.json", "--time"], 65, "broken.json"),
            ([build, build], 64, "no trace to compare the builds by: name a trace"),
            ([build, build, "scroll.json", "--rounds", "2"], 64, "invalid --rounds 2: use 4 to 50"),
            ([build, build, "scroll.json", "--limit", "0"], 64, "invalid --limit 0: use 1 to 86,400 seconds"),
            ([build, build, "scroll.json", "--inject", "luck=5%"], 64, "luck=5%"),
            ([build], 64, "head"),
        ] {
            let run = try compare(arguments)
            #expect(run.code == code, "\(arguments): \(run.output)\(run.errors)")
            #expect(run.errors.contains(problem), "\(arguments): \(run.errors)")
        }
    }

    // MARK: Ledgers

    @Test("two ledgers are compared for equality, and folders of them by their names")
    func ledgers() throws {
        for (name, fault) in [("old", []), ("same", []), ("new", ["--inject", "draw=5"])] {
            let run = try CommandLineRun.run(["perf", "run", "scroll.json", "-o", name] + fault, in: folder.path)
            #expect(run.code == 0, "\(run.errors)")
        }
        let same = try compare(["old", "same"])
        #expect(same.code == 0 && same.output == "scroll: equal\n", "\(same.output)\(same.errors)")
        let other = try compare(["old/scroll.json", "new/scroll.json", "--json", "found.json"])
        #expect(other.code == 1)
        let found = try String(contentsOfFile: folder.file("found.json"), encoding: .utf8)
        #expect(found.contains("\"traces\": [\"scroll\"]") && found.contains("\"frame\":5,\"kind\":\"regression\""))
        #expect(other.output.contains("scroll: DIFFERENT\n  ✗ frame 5 ") && other.output.contains("draw(_:) calls"))
        try folder.write("new/more.json", "{}")
        #expect(try compare(["old", "new"]).errors.contains("old/more.json is missing"))
        #expect(try compare(["old", "new"]).code == 65)
        #expect(try compare(["old/scroll.json", "new/more.json"]).code == 65)
        #expect(try compare(["old", "nowhere.json"]).code == 64)
        #expect(try compare(["old", build]).code == 64)
        #expect(try compare(["old", "same", "--cost"]).code == 64)
    }
}

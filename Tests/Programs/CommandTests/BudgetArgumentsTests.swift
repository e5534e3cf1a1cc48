import Foundation
import TestSupport
import Testing
import TileServer

@testable import TileCommands

@Suite("The memory and disk of a server")
struct BudgetArgumentsTests {
    @Test("are what was asked for; tiles have 512 MB, or half of what is kept")
    func chosen() throws {
        let arguments = try ServeArguments.parse(["--memory", "200MB", "--disk", "3GB"])
        let limits = try arguments.settings().limits
        // Kept data has at most three quarters.
        #expect(limits.memory?.limit == 150_000_000 && limits.disk?.limit == 3_000_000_000)
        #expect(arguments.configuration.policy.cacheHardLimit == 75_000_000)
        let large = try ServeArguments.parse(["--memory", "16GB"])
        #expect(large.configuration.policy.cacheHardLimit == 512_000_000)
        let tiles = try ServeArguments.parse(["--memory", "64MB", "--cache-size", "64MB"])
        #expect(tiles.configuration.policy.cacheHardLimit == 64_000_000)
    }

    @Test("are shares of the machine by default, at least twice what tiles were given")
    func standard() throws {
        let limits = try ServeArguments.parse([]).settings().limits
        let memory = try #require(limits.memory).limit
        let bound = BudgetArguments.defaultMemory(
            physical: MachineMemory.physicalBytes, controlGroup: MachineMemory.controlGroupBytes)
        #expect(memory == MemoryPlan(bound: bound).kept)
        #expect(try #require(limits.disk).limit > 0)
        let more = try ServeArguments.parse(["--cache-size", "100GB"]).settings().limits
        #expect(more.memory?.limit == max(memory, 150_000_000_000))
    }

    @Test(
        "are three quarters of a control group's limit, at which the kernel ends processes",
        arguments: [
            (8_000_000_000, nil, 2_000_000_000), (8_000_000_000, 1_000_000_000, 750_000_000),
            (8_000_000_000, 200_000_000, 150_000_000), (512_000_000, nil, 256_000_000),
            (8_000_000_000, 16_000_000_000, 2_000_000_000),
        ] as [(Int, Int?, Int)])
    func controlGroupDefault(physical: Int, controlGroup: Int?, memory: Int) {
        #expect(BudgetArguments.defaultMemory(physical: physical, controlGroup: controlGroup) == memory)
    }

    @Test("have budgets of their own with every server, and one for all its contents")
    func budgets() throws {
        let arguments = try ServeArguments.parse([])
        #expect(try arguments.settings().limits.memory != arguments.settings().limits.memory)
        let build = try BuildArguments.parse(["--output", "a", "--memory", "32MB", "--disk", "1GB"])
        #expect(build.budget.limits().memory?.limit == 32_000_000 && build.budget.limits().disk?.limit == 1_000_000_000)
    }

    @Test("are for open drawings a 128th of the machine's, where coming back is quick, or what was asked for")
    func openDrawings() throws {
        let standard = try ServeCommand.parse(["plan.svg"])
        let limit = try #require(standard.openDrawingsBudget(hasCache: true)).limit
        #expect(limit == max(MachineMemory.bytes / 128, 256_000_000))
        #expect(standard.openDrawingsBudget(hasCache: false) == nil)
        let chosen = try ServeCommand.parse(["plan.svg", "--open-drawings", "2GB", "--memory", "3GB"])
        for hasCache in [true, false] {
            #expect(chosen.openDrawingsBudget(hasCache: hasCache)?.limit == 2_000_000_000)
        }
    }

    @Test(
        "that can't be are usage errors that say why",
        arguments: [
            (["--memory", "1MB"], "invalid memory 1MB: use at least 16MB"),
            (["--memory", "much"], "'much' is invalid for '--memory"), (["--disk", "-1"], "--disk"),
            (
                ["--memory", "20MB", "--cache-size", "30MB"],
                "the cache size (30MB) is a part of memory (20MB) and can't be larger"
            ),
            (
                ["--memory", "20MB", "--open-drawings", "30MB"],
                "the memory for open drawings (30MB) is a part of memory (20MB) and can't be larger"
            ),
        ])
    func usage(arguments: [String], message: String) throws {
        let run = try CommandLineRun.run(["serve", "plan.svg"] + arguments, in: NSTemporaryDirectory())
        #expect(run.code == 64 && run.errors.contains(message), "\(run.errors)")
    }

    @Test(
        "of a control group count, of all groups above it too",
        arguments: [
            ("0::/a/b\n", ["/sys/fs/cgroup/a/memory.max": "300\n", "/sys/fs/cgroup/a/b/memory.max": "max\n"], 300),
            ("0::/\n", ["/sys/fs/cgroup/memory.max": "400\n"], 400),
            ("0::/\n", [:], nil), ("", [:], nil), ("nonsense\n::\n", [:], nil),
            (
                "5:cpu,memory:/docker/1\n4:cpuset:/\n",
                [
                    "/sys/fs/cgroup/memory/docker/1/memory.limit_in_bytes": "500\n",
                    "/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
                ], 500
            ),
            ("0::/a\n", ["/sys/fs/cgroup/a/memory.max": "-1\n", "/sys/fs/cgroup/memory.max": "x"], nil),
        ] as [(String, [String: String], Int?)])
    func controlGroup(groups: String, files: [String: String], limit: Int?) {
        let found = MachineMemory.controlGroupLimit { $0 == "/proc/self/cgroup" ? groups : files[$0] }
        #expect(found == limit)
    }

    @Test("without room for an image, its tiles fail with what to do, and other contents are served")
    func refused() async throws {
        let folder = try TemporaryFolder()
        try folder.write("plan.svg", drawing())
        try FileManager.default.copyItem(
            atPath: Repository.file("assets/samples/relief.jpg").path, toPath: folder.file("relief.jpg"))
        let server = try RunningServer(["--memory", "16MB", "--disk", "1MB", folder.path], in: folder.path)
        let (status, body) = try await server.get("/tiles/relief/0/0/0.jpg")
        #expect(status == 503)
        #expect(
            String(decoding: body, as: UTF8.self)
                == "“relief” can't be shown: there is not enough memory or disk space for its pixels\n")
        #expect(try await server.get("/tiles/plan/0/0/0.png").status == 200)
        let (code, errors) = server.end()
        #expect(code == 0)
        let reason = "decoding it takes 55 MB of temporary disk, more than the limit of 1 MB"
        #expect(errors.contains(reason), "\(errors)")
        #expect(errors.contains("--disk"), "\(errors)")
    }
}

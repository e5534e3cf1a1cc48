public import TileEngine
public import TilePerf

/// A program that has the harness's commands.
public protocol PerfProgram: SendableMetatype {
    /// Asked for once by a command.
    static var hooks: PerfHooks { get }
}

/// What a program brings to the harness's commands. They are types, made by who parses arguments, so they have it from
/// a type too.
public struct PerfHooks: Sendable {
    /// How many memory blocks were taken so far; nil where nothing counts them.
    public var allocationCount: (@Sendable () -> Int)?
    /// Finds a content of the program by its name, for traces whose content is `{"program": name}`; what it throws says
    /// which there are. Nil where the program has none.
    public var content: (@MainActor @Sendable (String) async throws -> any TileSource)?

    /// For traces whose content is `{"controller": name}`: what they show, push and present.
    public var controllers: ControllerTable

    public init(
        allocationCount: (@Sendable () -> Int)? = nil,
        content: (@MainActor @Sendable (String) async throws -> any TileSource)? = nil,
        controllers: ControllerTable = [:]
    ) {
        (self.allocationCount, self.content, self.controllers) = (allocationCount, content, controllers)
    }
}

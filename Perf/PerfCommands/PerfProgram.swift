public import TileEngine
public import TilePerf

/// A program that has the harness's commands.
public protocol PerfProgram: SendableMetatype {
    /// The hooks of the program. A command reads them once.
    static var hooks: PerfHooks { get }
}

/// A program's contributions to the harness's commands. Commands are types that the parser of arguments instantiates,
/// so they get the contributions from a type, too.
public struct PerfHooks: Sendable {
    /// Returns the number of memory blocks allocated so far; nil if nothing counts them.
    public var allocationCount: (@Sendable () -> Int)?
    /// Finds a content of the program by its name, for traces whose content is `{"program": name}`; what it throws says
    /// which there are. Nil where the program has none.
    public var content: (@MainActor @Sendable (String) async throws -> any TileSource)?

    /// The controllers of traces whose content is `{"controller": name}`.
    public var controllers: ControllerTable

    public init(
        allocationCount: (@Sendable () -> Int)? = nil,
        content: (@MainActor @Sendable (String) async throws -> any TileSource)? = nil,
        controllers: ControllerTable = [:]
    ) {
        (self.allocationCount, self.content, self.controllers) = (allocationCount, content, controllers)
    }
}

import Foundation
import TileLayers
import TileSupport

// UIKit has one main screen for the process. Here each thread has one, and programs that share a thread have one each.
extension UIScreen {
    /// The main screens of a thread.
    private struct MainScreens {
        /// The screen of the code in `asMain(_:)`.
        var current: UIScreen?
        /// The screen that stays the main one between two calls of `asMain(_:)`; see `remainMain()`.
        weak var remaining: UIScreen?
        /// The screen of a thread without any other.
        var standard: UIScreen?
    }

    private static let mains = ThreadLocal<MainScreens> { MainScreens() }

    /// The main screen of the current thread: 1024 by 768 points at scale 2, unless `asMain(_:)` sets another one.
    ///
    /// UIKit has one main screen for the process. Here trees can be on any thread, so each thread has its own, created
    /// on first access. It is used only by `UIWindow(frame:)` and by code that requests it. Create a window that will
    /// move to another thread on a screen of its own, because all windows of a screen must be on one thread.
    ///
    /// Programs and controllers that are served share the process's main thread. There, a task has the main screen of
    /// the code that created it. Other code that runs between their updates, for example a timer's, has the main screen
    /// of the program whose code ran last.
    public static var main: UIScreen {
        if let screen = mains.value.current ?? ofTask?.screen ?? mains.value.remaining { return screen }
        if let screen = mains.value.standard { return screen }
        let screen = UIScreen(size: CGSize(width: 1024, height: 768))
        mains.value.standard = screen
        return screen
    }

    final var isMain: Bool { self === Self.main }

    /// A screen that a task refers to. Weak, because tasks may outlive the tree.
    ///
    /// `@unchecked Sendable`: the reference is constant, and only code on the thread of the screen gets it.
    private final class TaskScreen: @unchecked Sendable {
        private(set) weak var screen: UIScreen?
        private(set) weak var timeline: ScreenTimeline?

        init(_ screen: UIScreen) { (self.screen, timeline) = (screen, screen.timeline) }
    }

    @TaskLocal private static var ofTask: TaskScreen?

    /// Keeps this screen the thread's main screen, for code that runs between two calls of `asMain(_:)`, until another
    /// screen follows or this one is deallocated.
    package final func remainMain() { Self.mains.value.remaining = self }

    /// Runs code so that the tasks that it creates have this screen as their main screen.
    package final func asMainOfTasks<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let outcome = Self.$ofTask.withValue(TaskScreen(self)) { () -> Swift.Result<Result, Failure> in
            do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
        }
        return try outcome.get()
    }

    /// A closure that is called for the first change since the last frame, within the call that makes the change. It
    /// may schedule a frame, but must not run one.
    package final var changeHandler: (() -> Void)? {
        get { layerHost.onChange }
        set { layerHost.onChange = newValue }
    }

    /// A Boolean value that indicates whether a frame is due for a change: one that was noted since the last frame, or
    /// is marked.
    package final var isFrameDue: Bool {
        layerHost.hasNotedChange || hasMarks || !updateInbox.isEmpty
    }

    /// Has running animations begin with the next frame, because the clock was set.
    package final func beginAnimationsAgain() { layerHost.beginAnimationsAgain() }

    /// A Boolean value that indicates whether the thread runs code in `asMain(_:)`.
    package static var isWithinMain: Bool { mains.value.current != nil }

    /// The timeline of the screen whose code is running, in `asMain(_:)` or in a task that such code created. Nil if
    /// that screen has the machine's clock.
    static var timelineOfRunningCode: ScreenTimeline? {
        guard let screen = mains.value.current else { return ScreenTimeline.ofRunningJob ?? ofTask?.timeline }
        guard let timeline = screen.timeline else { return nil }
        timeline.noteTime(screen.clock.now)
        return timeline
    }

    /// Has calls of the program wait for the screen's clock, whatever kind of clock that is, and for `makeDueCalls()`:
    /// frames don't make them.
    package final func waitForClock() {
        timeline = timeline ?? ScreenTimeline(of: self)
        makesCallsInFrames = false
    }

    /// Ends the screen's timeline. Blocks that still wait go to the main queue of the process.
    package final func endTimeline() { timeline = nil }

    /// Makes the calls that are due according to the screen's clock.
    ///
    /// - Returns: The number of calls.
    @discardableResult
    package final func makeDueCalls() -> Int {
        guard let timeline else { return 0 }
        return timeline.run(until: clock.now) { time, call in
            asMain { MediaClock.with(VirtualClock(now: time), call) }
        }
    }

    /// The number of turns in which nothing came before a screen counts as idle.
    private static var idleTurns: Int { 8 }
    /// The number of turns after which a program that never becomes idle is left running.
    private static var mostTurns: Int { 10_000 }

    /// Waits until all calls that are due have been made: timers, blocks of the main queue, and tasks of the main
    /// actor. The clock stands meanwhile. Runs no frames.
    ///
    ///     clock.advance(by: 1)
    ///     await screen.runUntilIdle()
    ///     let tree = screen.frame()
    ///
    /// A frame also makes the due calls, and runs the tasks of the main actor that go on. This method repeats that
    /// until none is left, and lets other code of the main actor run.
    @MainActor
    public final func runUntilIdle() async {
        var quiet = 0
        for _ in 0..<Self.mostTurns where quiet < Self.idleTurns {
            quiet = makeDueCalls() == 0 ? quiet + 1 : 0
            await Task.yield()
        }
    }

    private static let made = ThreadLocal<[WeakScreen]> { [] }

    private struct WeakScreen {
        weak var screen: UIScreen?
    }

    /// The screens that were created on the current thread and are used by no other.
    static var ofThread: [UIScreen] { made.value.compactMap(\.screen).filter { !$0.updateInbox.isShared } }

    /// The screen whose code is running, as far as it is known.
    static var ofRunningCode: UIScreen? { mains.value.current ?? ofTask?.screen ?? mains.value.remaining }

    /// Adds the screen to those that were created on the current thread.
    final func registerWithThread() {
        Self.made.value.removeAll { $0.screen == nil }
        Self.made.value.append(WeakScreen(screen: self))
    }

    /// The main screen of the thread, in the form of UIKit's `screens`.
    public static var screens: [UIScreen] { [main] }

    /// Runs code on the current thread with this screen as the main screen.
    public final func asMain<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let before = Self.mains.value.current
        Self.mains.value.current = self
        defer { Self.mains.value.current = before }
        // Calls that tasks schedule wait for the screen's clock, too.
        guard timeline != nil, before !== self else { return try MediaClock.with(clock, body) }
        return try asMainOfTasks { () throws(Failure) in try MediaClock.with(clock, body) }
    }
}

import CMainLoop
import Dispatch
import Foundation
import TileSupport

/// The main run loop and the main queue of the process, as far as code of screens with a timeline uses them.
enum MainLoop {
    private static let key = DispatchSpecificKey<Bool>()

    /// A Boolean value that indicates whether the calling code runs on the main thread, or on another one that serves
    /// the main queue.
    static var isCurrent: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: key) == true }

    static func steer() {
        DispatchQueue.main.setSpecific(key: key, value: true)
        main_loop_steer(
            { timer in
                guard let timer, let timeline = UIScreen.timelineOfRunningCode else { return false }
                // Foundation's timers are their own context, and live as long as it.
                timeline.schedule(Unmanaged<Timer>.fromOpaque(timer).takeUnretainedValue())
                return true
            },
            { due, block in
                // The compiler has blocks of the main queue check that they run there.
                guard let block, MainLoop.isCurrent, let timeline = UIScreen.timelineOfRunningCode else { return false }
                let rest = due == 0 ? 0 : (Double(due) - Double(DispatchTime.now().uptimeNanoseconds)) / 1e9
                let call = ScreenTimeline.Call(
                    run: { main_loop_run(block) }, giveBack: { main_loop_return(due, block) })
                timeline.schedule(after: ScreenTimeline.delay(rest), call)
                return true
            },
            { job in UIScreen.timelineOfRunningCode?.keep(job) ?? false })
    }
}

import Foundation
import TileLayers
import TileViews

/// A reference for smoothness: the same scroll view with the same input, without tiles and on a screen that never drops
/// a frame. It determines the correct position of the content at each refresh.
final class ReplayGhost: NSObject, UIScrollViewDelegate {
    private let clock = VirtualClock()
    private let screen: UIScreen
    private let window: UIWindow
    let view: UIScrollView
    private let content = UIView()
    private let fingers: TouchSequence

    init(of stage: ReplayStage) {
        screen = UIScreen(size: stage.screen.bounds.size, scale: stage.screen.scale)
        screen.clock = clock
        window = UIWindow(screen: screen)
        window.makeKeyAndVisible()
        let real = stage.view
        view = UIScrollView(frame: window.bounds)
        fingers = TouchSequence(on: screen)
        super.init()
        content.frame = CGRect(origin: .zero, size: real.tileContainer.bounds.size)
        view.addSubview(content)
        view.contentSize = content.bounds.size
        (view.minimumZoomScale, view.maximumZoomScale) = (real.minimumZoomScale, real.maximumZoomScale)
        view.isPagingEnabled = real.isPagingEnabled
        view.delegate = self
        window.addSubview(view)
        view.setZoomScale(real.zoomScale, animated: false)
        view.setContentOffset(real.contentOffset, animated: false)
    }

    func viewForZooming(in scrollView: UIScrollView) -> UIView? { content }

    /// Advances to a refresh at `time`, with the events up to then.
    func advance(to time: Double, _ events: ArraySlice<TraceEvent>, begin: Double) {
        clock.advance(by: max(0, time - clock.now))
        for event in events {
            switch event.kind {
            case .touch(let touches): fingers.post(ReplayStage.samples(touches, at: begin + event.time))
            case .resize(let size):
                screen.currentMode = UIScreenMode(
                    size: CGSize(width: size.width * screen.scale, height: size.height * screen.scale))
                window.frame = CGRect(origin: .zero, size: size)
                view.frame = window.bounds
            case .wheel, .scroll, .zoom, .show: event.kind.scroll(view)
            case .change, .memoryPressure, .stall, .push, .pop, .present, .dismiss, .rotate: break
            }
        }
        _ = screen.frame()
    }
}

// Helpers for pictures of motion: views on screens with a manual clock, and sheets of the resulting pictures.

import UIKit

/// A view in the window of a screen of the view's size, with its own clock.
final class Stage {
    let clock = VirtualClock(now: 100)
    let screen: UIScreen
    let window: UIWindow
    let fingers: TouchSequence

    /// Creates the view with the stage's screen as the main one, and draws a first frame. Code that uses the view must
    /// also run with that main screen; see `act(_:)`.
    init<View: UIView>(size: CGSize, scale: CGFloat = 2, make: () -> View, use: (View) -> Void = { _ in }) {
        screen = UIScreen(size: size, scale: scale)
        screen.clock = clock
        window = UIWindow(screen: screen)
        window.backgroundColor = .white
        window.makeKeyAndVisible()
        fingers = TouchSequence(in: window)
        let window = window
        act {
            let view = make()
            window.addSubview(view)
            use(view)
        }
        makeFrame()
    }

    func act(_ body: () -> Void) { screen.asMain(body) }

    private func makeFrame() { act { _ = screen.frame() } }

    /// Advances the clock by `seconds` in `frames` equal steps, and draws a frame after each.
    func frame(after seconds: Double, frames: Int = 1) {
        for _ in 0..<frames {
            clock.advance(by: seconds / Double(frames))
            makeFrame()
        }
    }

    /// Moves a finger along a line, one step for each frame. The finger stays down.
    func move(finger: Int = 0, from start: CGPoint, to end: CGPoint, after seconds: Double, frames: Int) {
        move([(start, end)], after: seconds, frames: frames)
    }

    /// Puts fingers down if they are not yet, and moves each along its line, one step for each frame.
    func move(_ ways: [(from: CGPoint, to: CGPoint)], after seconds: Double, frames: Int) {
        func post(_ phase: UITouch.Phase, _ part: Double) {
            fingers.post(
                ways.enumerated().map { finger, way in
                    TouchSample(
                        finger: finger, phase,
                        at: CGPoint(
                            x: way.from.x + (way.to.x - way.from.x) * part,
                            y: way.from.y + (way.to.y - way.from.y) * part), timestamp: clock.now)
                })
        }
        if fingers.touch() == nil { post(.began, 0) }
        for frame in 1...frames {
            clock.advance(by: seconds / Double(frames))
            post(.moved, Double(frame) / Double(frames))
            makeFrame()
        }
    }

    /// Lifts the fingers that are down, at most two, where they are, and draws a frame at the same time.
    func lift() {
        fingers.post(
            (0..<2).compactMap { finger in
                fingers.touch(finger: finger).map {
                    TouchSample(finger: finger, .ended, at: $0.location(in: nil), timestamp: clock.now)
                }
            })
        makeFrame()
    }

    /// The picture of the last frame.
    var picture: UIImage {
        let format = UIGraphicsImageRendererFormat()
        format.scale = screen.scale
        return UIGraphicsImageRenderer(size: screen.bounds.size, format: format).image { _ in
            window.drawHierarchy(in: window.bounds, afterScreenUpdates: false)
        }
    }
}

/// A view with rows of pictures, each with a title above it, arranged in `columns` columns of rows.
func sheet(_ rows: [(title: String, pictures: [UIImage])], columns: Int = 1) -> UIView {
    let (gap, titleHeight) = (4.0, 13.0)
    let cell = rows[0].pictures[0].size
    let count = rows.map(\.pictures.count).max() ?? 0
    let width = gap + (cell.width + gap) * Double(count)
    let height = gap + titleHeight + cell.height
    let lines = (rows.count + columns - 1) / columns
    let board = UIView(
        frame: CGRect(x: 0, y: 0, width: width * Double(columns), height: height * Double(lines) + gap))
    board.backgroundColor = .lightGray
    for (index, row) in rows.enumerated() {
        let origin = CGPoint(x: width * Double(index / lines), y: height * Double(index % lines))
        let title = UILabel(frame: CGRect(x: origin.x + gap, y: origin.y + 2, width: width - gap, height: titleHeight))
        title.font = .systemFont(ofSize: 10)
        title.text = row.title
        board.addSubview(title)
        for (place, picture) in row.pictures.enumerated() {
            let image = UIImageView(image: picture)
            image.frame.origin = CGPoint(
                x: origin.x + gap + (cell.width + gap) * Double(place), y: origin.y + titleHeight + gap)
            board.addSubview(image)
        }
    }
    return board
}

/// Ends the program with a message if a condition is false.
func check(_ holds: Bool, _ text: @autoclosure () -> String) {
    if !holds { fail(text()) }
}

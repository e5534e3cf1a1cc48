import TileLayers

/// What UIKit says of mistakes that it lives with.
enum ControllerLog {
    static func note(_ text: String) { FrameLog.write(text) }
}

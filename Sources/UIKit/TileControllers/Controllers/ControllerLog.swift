import TileLayers

/// The log of mistakes that UIKit tolerates with a message.
enum ControllerLog {
    static func note(_ text: String) { FrameLog.write(text) }
}

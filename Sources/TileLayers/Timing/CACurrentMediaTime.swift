import Dispatch
public import TileGraphics

// swift-format-ignore: AlwaysUseLowerCamelCase
// Core Animation's own name.
/// Seconds of the machine's clock that never goes back, since some moment in the past.
public func CACurrentMediaTime() -> CFTimeInterval { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }

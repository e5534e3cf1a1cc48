import CoreGraphics

/// A file with drawing alone sees selectors too.
func selector() -> Selector { Selector("tapped:") }

func square(_ side: CGFloat) -> CGPath { CGPath(rect: CGRect(x: 0, y: 0, width: side, height: side), transform: nil) }

import CoreGraphics

/// A file that imports drawing alone, and also sees selectors.
func selector() -> Selector { Selector("tapped:") }

func square(_ side: CGFloat) -> CGPath { CGPath(rect: CGRect(x: 0, y: 0, width: side, height: side), transform: nil) }

/// A view that its superview makes by itself, and that no archive holds.
package protocol ViewPart: UIView {}

/// A view that its superview creates itself and that is not archived.
package protocol ViewPart: UIView {}

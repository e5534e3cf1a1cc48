import Foundation
import TileGeometry
import TileGraphics

/// A transition of UIKit's views in place of a layer's transition type.
package enum ViewTurn: Sendable {
    /// Flips the layer over, with its left, right, upper or lower edge coming to the front.
    case flipFromLeft, flipFromRight, flipFromTop, flipFromBottom
    /// Curls the old page up from its lower edge, or the new one down over the old.
    case curlUp, curlDown
}

/// The transition of a layer between its old and its new appearance.
final class TransitionPlan: AnimationProgram {
    private enum Kind {
        case fade
        case slide(CATransitionType, CATransitionSubtype)
        case turn(ViewTurn)
    }

    private let kind: Kind
    private let start: Double
    private let end: Double

    init(_ transition: CATransition) {
        func part(_ value: Float) -> Double { value.isNaN ? 0 : Double(min(1, max(0, value))) }
        start = part(transition.startProgress)
        end = max(start, part(transition.endProgress))
        if let turn = transition.turn {
            kind = .turn(turn)
        } else {
            switch transition.type {
            case .moveIn, .push, .reveal: kind = .slide(transition.type, transition.subtype ?? .fromLeft)
            default: kind = .fade
            }
        }
    }

    /// Returns the appearance during the transition.
    ///
    /// - Parameter progress: The fraction of its duration, from which the fraction of the transition is derived.
    func body(from old: RenderBody, to new: RenderBody, at progress: Double) -> RenderBody {
        let part = start + (end - start) * progress
        let bounds = new.bounds
        var recorder = PictureRecorder()
        switch kind {
        case .fade: Self.fade(from: old.picture, to: new.picture, at: part, into: &recorder)
        case .slide(let type, let subtype):
            Self.slide(old, new, type: type, subtype: subtype, part: part, into: &recorder)
        case .turn(let turn): Self.turn(old.picture, new.picture, box: bounds, turn: turn, part: part, into: &recorder)
        }
        var look = LayerLook.Properties(bounds: bounds)
        look.drawing = recorder.finish()
        return RenderBody(look: LayerLook(look), contents: nil, children: nil, mask: nil)
    }

    /// Blends both pictures with their shares.
    private static func fade(from old: Picture, to new: Picture, at part: Double, into recorder: inout PictureRecorder)
    {
        var both = PictureRecorder()
        both.draw(PictureGroup(content: old, opacity: 1 - part))
        both.draw(PictureGroup(content: new, opacity: part, blendMode: .plusLighter))
        recorder.draw(PictureGroup(content: both.finish(), isIsolated: true))
    }

    private static func slide(
        _ old: RenderBody, _ new: RenderBody, type: CATransitionType, subtype: CATransitionSubtype, part: Double,
        into recorder: inout PictureRecorder
    ) {
        let box = new.bounds
        // iOS counts from the bottom: a transition from the top moves upwards.
        let way: (x: Double, y: Double) =
            switch subtype {
            case .fromRight: (-box.width, 0)
            case .fromTop: (0, -box.height)
            case .fromBottom: (0, box.height)
            default: (box.width, 0)
            }
        let oldMoves = type != .moveIn
        let newMoves = type != .reveal
        let oldPlace = oldMoves ? CGAffineTransform(translationX: way.x * part, y: way.y * part) : .identity
        let newPlace =
            newMoves
            ? CGAffineTransform(translationX: way.x * (part - 1), y: way.y * (part - 1)) : .identity
        var content = PictureRecorder()
        if type == .reveal {
            content.append(new.picture, transform: newPlace)
            content.append(old.picture, transform: oldPlace)
        } else {
            content.append(old.picture, transform: oldPlace)
            content.append(new.picture, transform: newPlace)
        }
        recorder.draw(PictureGroup(content: content.finish(), clips: [.box(box)]))
    }

    // MARK: Turns

    /// The distance of the eye from the plane, in points.
    private static let eyeDistance = 1000.0

    private static func turn(
        _ old: Picture, _ new: Picture, box: Box, turn: ViewTurn, part: Double,
        into recorder: inout PictureRecorder
    ) {
        let isFirstHalf = part < 0.5
        let angle = isFirstHalf ? part * .pi : (part - 1) * .pi
        let content = isFirstHalf ? old : new
        switch turn {
        case .flipFromLeft: flip(content, box, angle: angle, x: 0, y: 1, into: &recorder)
        case .flipFromRight: flip(content, box, angle: -angle, x: 0, y: 1, into: &recorder)
        case .flipFromTop: flip(content, box, angle: -angle, x: 1, y: 0, into: &recorder)
        case .flipFromBottom: flip(content, box, angle: angle, x: 1, y: 0, into: &recorder)
        case .curlUp: roll(page: old, beneath: new, box, part, into: &recorder)
        case .curlDown: roll(page: new, beneath: old, box, 1 - part, into: &recorder)
        }
    }

    private static func flip(
        _ content: Picture, _ box: Box, angle: Double, x: Double, y: Double, into recorder: inout PictureRecorder
    ) {
        let (midX, midY) = ((box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2)
        var eye = CATransform3DIdentity
        eye.m34 = -1 / eyeDistance
        let turned = CATransform3DMakeTranslation(-midX, -midY, 0)
            .concatenating(CATransform3DMakeRotation(angle, x, y, 0)).concatenating(eye)
            .concatenating(CATransform3DMakeTranslation(midX, midY, 0))
        let projection = turned.projection
        guard projection.isInvertible else { return }
        if let affine = projection.affine {
            recorder.append(content, transform: affine)
        } else {
            recorder.draw(ProjectedPicture(content: content, projection: projection))
        }
    }

    /// Draws a page curled up from its lower edge, with its white back on the roll.
    private static func roll(
        page: Picture, beneath: Picture, _ box: Box, _ part: Double, into recorder: inout PictureRecorder
    ) {
        recorder.append(beneath)
        // The roll contains the part of the page wound around it, and leaves at the top.
        let height = min(box.height, 0.2 * box.height + 4)
        let fold = box.maxY + height - part * (box.height + 2 * height)
        let flat = Box(minX: box.minX, minY: box.minY, maxX: box.maxX, maxY: min(box.maxY, fold))
        if !flat.isEmpty, flat.height > 0 {
            recorder.draw(PictureGroup(content: page, clips: [.box(flat)]))
        }
        let roll = Box(minX: box.minX, minY: fold - height, maxX: box.maxX, maxY: fold).intersection(box)
        guard !roll.isEmpty, roll.height > 0 else { return }
        var back = PictureRecorder()
        // Mirrored at the fold: the content there is upside down.
        back.append(page, transform: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 2 * fold - height))
        back.fill(
            .unitSquare, with: .color(Color(red: 1, green: 1, blue: 1, alpha: 0.85)),
            transform: roll.fromUnitSquare)
        // Over the unit square, like the shape that it fills.
        let shade = Gradient(
            geometry: .linear(x1: 0, y1: 0, x2: 0, y2: 1), spread: .pad,
            stops: [
                Gradient.Stop(offset: 0, color: Color(red: 0, green: 0, blue: 0, alpha: 0.35)),
                Gradient.Stop(offset: 0.3, color: Color(red: 0, green: 0, blue: 0, alpha: 0)),
                Gradient.Stop(offset: 0.8, color: Color(red: 0, green: 0, blue: 0, alpha: 0.05)),
                Gradient.Stop(offset: 1, color: Color(red: 0, green: 0, blue: 0, alpha: 0.3)),
            ], transform: .identity)
        back.fill(.unitSquare, with: .gradient(shade), transform: roll.fromUnitSquare)
        recorder.draw(PictureGroup(content: back.finish(), clips: [.box(roll)]))
    }
}

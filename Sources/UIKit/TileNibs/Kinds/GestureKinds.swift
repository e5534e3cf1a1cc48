import Foundation
import TileDrawing
import TileViews

enum GestureKinds {
    static let kinds: [NibKind] = [
        .gesture("tapGestureRecognizer", make: { UITapGestureRecognizer(coder: $0) }) { gesture, reader in
            if let count = reader.integer("numberOfTapsRequired"), count > 0 { gesture.numberOfTapsRequired = count }
            if let count = reader.integer("numberOfTouchesRequired"), count > 0 {
                gesture.numberOfTouchesRequired = count
            }
        },
        .gesture("panGestureRecognizer", make: { UIPanGestureRecognizer(coder: $0) }) { gesture, reader in
            if let count = reader.integer("minimumNumberOfTouches"), count > 0 {
                gesture.minimumNumberOfTouches = count
            }
            if let count = reader.integer("maximumNumberOfTouches"), count > 0 {
                gesture.maximumNumberOfTouches = count
            }
        },
        .gesture("swipeGestureRecognizer", make: { UISwipeGestureRecognizer(coder: $0) }) { gesture, reader in
            if let count = reader.integer("numberOfTouchesRequired"), count > 0 {
                gesture.numberOfTouchesRequired = count
            }
            if let direction = reader.part("direction") {
                gesture.direction = []
                if direction["right"] == "YES" { gesture.direction.insert(.right) }
                if direction["left"] == "YES" { gesture.direction.insert(.left) }
                if direction["up"] == "YES" { gesture.direction.insert(.up) }
                if direction["down"] == "YES" { gesture.direction.insert(.down) }
            } else if let direction = reader.choice(
                "direction",
                ["right": UISwipeGestureRecognizer.Direction.right, "left": .left, "up": .up, "down": .down])
            {
                gesture.direction = direction
            }
        },
        .gesture("pongPressGestureRecognizer", make: { UILongPressGestureRecognizer(coder: $0) }, configure: press),
        .gesture("longPressGestureRecognizer", make: { UILongPressGestureRecognizer(coder: $0) }, configure: press),
        .gesture("pinchGestureRecognizer", make: { UIPinchGestureRecognizer(coder: $0) }) { gesture, reader in
            if let scale = reader.length("scale"), scale > 0 { gesture.scale = scale }
        },
        .gesture("rotationGestureRecognizer", make: { UIRotationGestureRecognizer(coder: $0) }) { gesture, reader in
            if let angle = reader.length("rotationInRadians") { gesture.rotation = angle }
        },
        .gesture("screenEdgePanGestureRecognizer", make: { UIScreenEdgePanGestureRecognizer(coder: $0) }) {
            gesture, reader in
            reader.pass("minimumNumberOfTouches", "maximumNumberOfTouches")
            guard let edges = reader.part("edges") else { return }
            if edges["left"] == "YES" { gesture.edges.insert(.left) }
            if edges["right"] == "YES" { gesture.edges.insert(.right) }
            if edges["top"] == "YES" { gesture.edges.insert(.top) }
            if edges["bottom"] == "YES" { gesture.edges.insert(.bottom) }
        },
    ]

    // Documents spell the name with a "p".
    private static let press: @Sendable (UILongPressGestureRecognizer, ElementReader) -> Void = { gesture, reader in
        if let count = reader.integer("numberOfTapsRequired"), count >= 0 { gesture.numberOfTapsRequired = count }
        if let count = reader.integer("numberOfTouchesRequired"), count > 0 { gesture.numberOfTouchesRequired = count }
        if let time = reader.number("minimumPressDuration"), time >= 0 { gesture.minimumPressDuration = time }
        if let way = reader.length("allowableMovement"), way >= 0 { gesture.allowableMovement = way }
    }
}

extension NibKind {
    /// Creates the kind of a gesture recognizer. Its initializer is not required of subclasses, so each kind calls it.
    fileprivate static func gesture<Gesture: UIGestureRecognizer>(
        _ name: String, make: @escaping @Sendable (NSCoder) -> Gesture?,
        configure: @escaping @Sendable (Gesture, ElementReader) -> Void
    ) -> NibKind {
        NibKind(name: name, level: UIGestureRecognizer.self, keys: { _ in [:] }, make: { make($0) }) { object, reader in
            guard let gesture = object as? Gesture else { return }
            if let isOn = reader.flag("enabled") { gesture.isEnabled = isOn }
            if let isOn = reader.flag("cancelsTouchesInView") { gesture.cancelsTouchesInView = isOn }
            if let isOn = reader.flag("delaysTouchesBegan") { gesture.delaysTouchesBegan = isOn }
            if let isOn = reader.flag("delaysTouchesEnded") { gesture.delaysTouchesEnded = isOn }
            reader.pass("allowedTouchTypes", "allowedPressTypes")
            configure(gesture, reader)
        }
    }
}

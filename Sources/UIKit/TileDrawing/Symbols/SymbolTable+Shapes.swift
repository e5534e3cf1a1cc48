extension SymbolTable {
    /// Basic shapes, signs and arrows, drawn in a square of 24 units: see `SymbolGlyph.init(text:)`.
    static let shapes = """
        circle = s O12 12 9.2
        square = s R3.2 3.2 17.6 17.6 4.2
        app = s R2.8 2.8 18.4 18.4 5.4
        rectangle = s R1.8 4.8 20.4 14.4 3.2
        rectangle.portrait = s R4.8 1.8 14.4 20.4 3.2
        capsule = s R1.6 6.2 20.8 11.6 5.8
        oval = s E12 12 10.2 6.6
        oval.portrait = s E12 12 6.6 10.2
        triangle = s M10.4 4.2Q12 1.7 13.6 4.2L21.9 18.2Q23.2 20.8 20.4 20.8H3.6Q0.8 20.8 2.1 18.2Z
        diamond = s M13.3 2.6L21.4 10.7Q22.6 12 21.4 13.3L13.3 21.4Q12 22.6 10.7 21.4L2.6 13.3Q1.4 12 2.6 \
          10.7L10.7 2.6Q12 1.4 13.3 2.6Z
        hexagon = s M11 2.3Q12 1.7 13 2.3L19.8 6.2Q20.8 6.8 20.8 8V16Q20.8 17.2 19.8 17.8L13 21.7Q12 22.3 11 \
          21.7L4.2 17.8Q3.2 17.2 3.2 16V8Q3.2 6.8 4.2 6.2Z
        octagon = s M8.2 2.6H15.8L21.4 8.2V15.8L15.8 21.4H8.2L2.6 15.8V8.2Z
        pentagon = s T12 12.6 9.8 7.93 5
        shield = s M12 2.2Q15.6 4.6 20.2 5V11.4Q20.2 18.6 12 22Q3.8 18.6 3.8 11.4V5Q8.4 4.6 12 2.2Z
        seal = s T12 12 10 8.7 12
        star = s1.5 T12 12.8 9.6 4.1 5
        heart = s M12 20.8C6 16.6 2.2 13 2.2 8.6C2.2 5.4 4.6 3.2 7.4 3.2C9.3 3.2 11 4.2 12 6C13 4.2 14.7 3.2 \
          16.6 3.2C19.4 3.2 21.8 5.4 21.8 8.6C21.8 13 18 16.6 12 20.8Z
        circle.lefthalf.filled = s O12 12 9.2|f M12 2.8A9.2 9.2 0 0 0 12 21.2Z
        circle.righthalf.filled = =circle.lefthalf.filled mirrored
        circle.tophalf.filled = =circle.lefthalf.filled 90
        circle.bottomhalf.filled = =circle.lefthalf.filled 270
        smallcircle.filled.circle = s O12 12 9.2|g O12 12 4
        smallcircle.circle = s O12 12 9.2|d O12 12 4
        largecircle.fill.circle = s O12 12 9.2|f O12 12 6.2
        record.circle = s O12 12 9.2|g O12 12 5
        target = o O12 12 9.2 O12 12 5.4|f O12 12 1.9
        circle.dashed = o P12 12 9.2 -9 9 P12 12 9.2 36 54 P12 12 9.2 81 99 P12 12 9.2 126 144 \
          P12 12 9.2 171 189 P12 12 9.2 216 234 P12 12 9.2 261 279 P12 12 9.2 306 324
        square.dashed = o M3.2 8V7.4A4.2 4.2 0 0 1 7.4 3.2H8M16 3.2H16.6A4.2 4.2 0 0 1 20.8 7.4V8M20.8 \
          16V16.6A4.2 4.2 0 0 1 16.6 20.8H16M8 20.8H7.4A4.2 4.2 0 0 1 3.2 16.6V16M11 3.2H13M11 20.8H13M3.2 \
          11V13M20.8 11V13
        nosign = o O12 12 9.2 M5.6 5.6L18.4 18.4
        plus = o1.9 M12 3.6V20.4M3.6 12H20.4
        minus = o1.9 M3.6 12H20.4
        multiply = o1.9 M5.2 5.2L18.8 18.8M18.8 5.2L5.2 18.8
        xmark = =multiply
        divide = o1.9 M3.6 12H20.4|f O12 5.4 2 O12 18.6 2
        equal = o1.9 M4 8.6H20M4 15.4H20
        plusminus = o1.9 M12 3V14.6M6.2 8.8H17.8M6.2 20H17.8
        lessthan = o2 M19 4.6L5 12L19 19.4
        greaterthan = =lessthan mirrored
        number = o M9.8 3.6L7.2 20.4M16.8 3.6L14.2 20.4M4.4 8.8H20.4M3.6 15.2H19.6
        checkmark = o2.1 M4.2 13.2L9.6 19.4L19.8 4.6
        info = f O12 4.8 1.9|o2.3 M9.6 10.4H12.4V19.4M9 19.6H15.6
        exclamationmark = o2.8 M12 3.4V14|f O12 19.6 1.9
        exclamationmark.2 = o2.8 M8 3.4V14M16 3.4V14|f O8 19.6 1.9 O16 19.6 1.9
        exclamationmark.3 = o2.6 M5 3.4V14M12 3.4V14M19 3.4V14|f O5 19.6 1.8 O12 19.6 1.8 O19 19.6 1.8
        questionmark = o2.4 M7.4 7.6Q7.6 3.2 12 3.2Q16.6 3.2 16.6 7.2Q16.6 9.4 14.2 10.9Q12 12.2 12 14.6|f O12 \
          19.7 1.8
        asterisk = o2 M12 3.4V20.6M4.6 7.7L19.4 16.3M4.6 16.3L19.4 7.7
        ellipsis = f O5.2 12 1.9 O12 12 1.9 O18.8 12 1.9
        chevron.left = o2.4 M15.5 3.8L7.2 12L15.5 20.2
        chevron.right = =chevron.left mirrored
        chevron.backward = =chevron.left
        chevron.forward = =chevron.right
        chevron.up = =chevron.left 90
        chevron.down = =chevron.left 270
        chevron.left.2 = o2.2 M12.2 4.2L4.4 12L12.2 19.8M20.2 4.2L12.4 12L20.2 19.8
        chevron.right.2 = =chevron.left.2 mirrored
        chevron.backward.2 = =chevron.left.2
        chevron.forward.2 = =chevron.right.2
        chevron.up.2 = =chevron.left.2 90
        chevron.down.2 = =chevron.left.2 270
        chevron.up.chevron.down = o2.2 M6.6 9L12 3.6L17.4 9M6.6 15L12 20.4L17.4 15
        chevron.left.forwardslash.chevron.right = o2 M6.8 6.6L1.8 12L6.8 17.4M17.2 6.6L22.2 12L17.2 17.4M14 \
          4.4L10 19.6
        chevron.compact.up = o2.4 M3 14.6L12 10L21 14.6
        chevron.compact.down = =chevron.compact.up 180
        chevron.compact.left = =chevron.compact.up 270
        chevron.compact.right = =chevron.compact.up 90
        arrow.right = o2 M3.2 12H20M13.4 5L20.4 12L13.4 19
        arrow.left = =arrow.right mirrored
        arrow.forward = =arrow.right
        arrow.backward = =arrow.left
        arrow.up = =arrow.right 270
        arrow.down = =arrow.right 90
        arrow.up.right = o2 M5.2 18.8L18.4 5.6M8.4 5.2H18.8V15.6
        arrow.up.left = =arrow.up.right 270
        arrow.down.right = =arrow.up.right 90
        arrow.down.left = =arrow.up.right 180
        arrow.up.forward = =arrow.up.right
        arrow.up.backward = =arrow.up.left
        arrow.left.arrow.right = o1.9 M5.2 7.6H21M9 3.4L4.8 7.6L9 11.8M3 16.4H18.8M15 12.2L19.2 16.4L15 20.6
        arrow.right.arrow.left = o1.9 M3 7.6H18.8M15 3.4L19.2 7.6L15 11.8M5.2 16.4H21M9 12.2L4.8 16.4L9 20.6
        arrow.up.arrow.down = o1.9 M7.6 4.8V20.6M3.4 9L7.6 4.8L11.8 9M16.4 3.4V19.2M12.2 15L16.4 19.2L20.6 15
        arrow.left.and.right = o1.9 M3.4 12H20.6M8 7L3 12L8 17M16 7L21 12L16 17
        arrow.up.and.down = =arrow.left.and.right 90
        arrow.up.and.down.and.arrow.left.and.right = o M12 2.6V21.4M2.6 12H21.4M9 5.4L12 2.4L15 5.4M9 18.6L12 \
          21.6L15 18.6M5.4 9L2.4 12L5.4 15M18.6 9L21.6 12L18.6 15
        arrow.up.left.and.arrow.down.right = o1.9 M10.6 10.6L4 4M4 9.6V4H9.6M13.4 13.4L20 20M20 14.4V20H14.4
        arrow.down.right.and.arrow.up.left = o1.9 M4 4L10 10M10 4.4V10H4.4M20 20L14 14M14 19.6V14H19.6
        arrow.clockwise = o P12 12.8 8 -38 -348|f M13.6 8.6L20.4 9.2L18.6 2.6Z
        arrow.counterclockwise = =arrow.clockwise mirrored
        goforward = =arrow.clockwise
        gobackward = =arrow.counterclockwise
        arrow.triangle.2.circlepath = o P12 12 7.8 -170 -30 P12 12 7.8 10 150|f M20.9 4.6L20.6 11.4L14.8 7.8Z \
          M3.1 19.4L3.4 12.6L9.2 16.2Z
        arrow.2.circlepath = =arrow.triangle.2.circlepath
        arrow.uturn.left = o1.9 M8.6 4.2L3.6 9.2L8.6 14.2M4 9.2H15A5.3 5.3 0 0 1 15 19.8H10.4
        arrow.uturn.right = =arrow.uturn.left mirrored
        arrow.uturn.backward = =arrow.uturn.left
        arrow.uturn.forward = =arrow.uturn.right
        arrow.turn.up.right = o1.9 M5 20.4V13.6Q5 9.2 9.4 9.2H19.6M14.6 4.2L19.8 9.2L14.6 14.2
        arrow.turn.up.left = =arrow.turn.up.right mirrored
        arrow.turn.down.right = o1.9 M5 3.6V10.4Q5 14.8 9.4 14.8H19.6M14.6 9.8L19.8 14.8L14.6 19.8
        arrow.turn.down.left = =arrow.turn.down.right mirrored
        arrow.down.to.line = o1.9 M12 2.8V16M6 10.4L12 16.4L18 10.4M4.4 21H19.6
        arrow.up.to.line = =arrow.down.to.line 180
        arrow.left.to.line = =arrow.down.to.line 90
        arrow.right.to.line = =arrow.down.to.line 270
        arrow.forward.to.line = =arrow.right.to.line
        arrow.backward.to.line = =arrow.left.to.line
        arrow.triangle.branch = o M6.4 8.6V15.4M17.6 8.6V9.2Q17.6 12.6 14.2 12.6H8.4|s O6.4 5.6 2.6 O6.4 18.4 \
          2.6 O17.6 5.6 2.6
        arrowshape.turn.up.left = s M10.6 4.6L2.6 11.4L10.6 18.2V14.4C15.4 14.4 19 15.6 21.4 19.6C21 12.4 17 \
          8.4 10.6 8.4Z
        arrowshape.turn.up.right = =arrowshape.turn.up.left mirrored
        arrowshape.right = s M13 5L21.4 12L13 19V15.2H3.2V8.8H13Z
        arrowshape.left = =arrowshape.right mirrored
        arrowtriangle.right = s M6.4 5.2Q6.4 3.6 7.8 4.4L19.4 11.2Q20.6 12 19.4 12.8L7.8 19.6Q6.4 20.4 6.4 18.8Z
        arrowtriangle.left = =arrowtriangle.right mirrored
        arrowtriangle.up = =arrowtriangle.right 270
        arrowtriangle.down = =arrowtriangle.right 90
        repeat = o M17 2.4L20.8 6.2L17 10M20.2 6.2H6.6Q3.4 6.2 3.4 9.4V10.8M7 21.6L3.2 17.8L7 14M3.8 \
          17.8H17.4Q20.6 17.8 20.6 14.6V13.2
        shuffle = o M2.4 7H5.2Q7.2 7 8.4 8.6L13.6 15.4Q14.8 17 16.8 17H20.6M17.4 13.6L20.8 17L17.4 20.4M2.4 \
          17H5.2Q7.2 17 8.4 15.4L9.2 14.4M12.8 9.6L13.6 8.6Q14.8 7 16.8 7H20.6M17.4 3.6L20.8 7L17.4 10.4
        play = s M6.6 4.4L19.6 12L6.6 19.6Z
        pause = s R6.4 4.6 3.2 14.8 0.6 R14.4 4.6 3.2 14.8 0.6
        stop = s R4.6 4.6 14.8 14.8 2.4
        playpause = s1.5 M3 5.6L11.6 12L3 18.4Z R14.2 5.4 2 13.2 0.5 R19.4 5.4 2 13.2 0.5
        backward = s1.2 M11.2 6.4L2.4 12L11.2 17.6Z M21.4 6.4L12.6 12L21.4 17.6Z
        forward = =backward mirrored
        backward.end = s1.5 M19 5.6L8 12L19 18.4Z|o2 M4.6 5.4V18.6
        forward.end = =backward.end mirrored
        backward.end.alt = s1.2 M12 6.8L4.8 12L12 17.2Z M20.8 6.8L13.6 12L20.8 17.2Z|o2 M2.6 6.4V17.6
        forward.end.alt = =backward.end.alt mirrored
        eject = s M11.2 4.2Q12 3.4 12.8 4.2L20.4 12.2Q21.2 13.4 19.8 13.4H4.2Q2.8 13.4 3.6 12.2Z R3.4 17.4 17.2 \
          2.6 0.8
        _close = o2 M8.4 8.4L15.6 15.6M15.6 8.4L8.4 15.6
        _curl = o M13 21H6.8Q4.4 21 4.4 18.6V5.4Q4.4 3 6.8 3H17.2Q19.6 3 19.6 5.4V14.4C18 18 15.6 20.2 13 21C14 19 14 17 \
          13.4 15.2C15.4 15.8 17.6 15.4 19.6 14.4
        """
}

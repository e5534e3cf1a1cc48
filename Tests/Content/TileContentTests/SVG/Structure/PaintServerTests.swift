import Testing

@testable import TileContent

/// Gradients, patterns and clip paths with transforms, circles and contexts of their own. The expected pixels are those
/// that Chromium shows.
@Suite struct PaintServerTests {
    private let red = "ffff0000"
    private let blue = "ff0000ff"

    private func gradient(_ attributes: String, kind: String = "linearGradient") -> String {
        "<\(kind) id='p' \(attributes)><stop offset='.5' stop-color='#f00'/><stop offset='.5' stop-color='#00f'/>"
            + "</\(kind)>"
    }

    // MARK: Transforms

    @Test(arguments: [
        "gradientTransform='rotate(180)' transform-origin='30 0'",
        "gradientTransform='rotate(180)' style='transform-origin: 50% 0'",
        "style='transform: rotate(180deg); transform-origin: 30px 0'",
        "style='rotate: 180deg; transform-origin: 30px 0'",
    ])
    func gradientsTurnAroundTheirOrigin(_ attributes: String) throws {
        let units = "gradientUnits='userSpaceOnUse' x1='0' x2='40'"
        let drawn = try DrawnSVG(
            "width='60' height='20'",
            gradient("\(units) \(attributes)") + "<rect width='60' height='20' fill='url(#p)'/>")
        // The edge at 20 is at 40 after half a turn around 30.
        #expect(drawn.pixel(38, 10) == blue && drawn.pixel(42, 10) == red)
    }

    @Test func aGradientInTheBoxTurnsAroundAPartOfTheBox() throws {
        let drawn = try DrawnSVG(
            "width='60' height='20'",
            gradient("x2='.5' gradientTransform='rotate(180)' transform-origin='.5 .5'")
                + "<rect width='60' height='20' fill='url(#p)'/>")
        #expect(drawn.pixel(40, 10) == blue && drawn.pixel(50, 10) == red)
    }

    @Test func theTransformOfTheNearestElementCounts() throws {
        let drawn = try DrawnSVG(
            "width='60' height='20'",
            gradient("gradientUnits='userSpaceOnUse' x1='0' x2='40' gradientTransform='translate(99)'")
                + "<linearGradient id='q' href='#p' style='transform: translate(10px)'/>"
                + "<rect width='60' height='20' fill='url(#q)'/>")
        #expect(drawn.pixel(28, 10) == red && drawn.pixel(32, 10) == blue)
    }

    @Test func patternsTurnAroundTheirOrigin() throws {
        let drawn = try DrawnSVG(
            "width='80' height='80'",
            "<pattern id='p' patternUnits='userSpaceOnUse' width='80' height='80' patternTransform='scale(2)' "
                + "transform-origin='center'><rect x='30' y='30' width='10' height='10' fill='#f00'/></pattern>"
                + "<rect width='80' height='80' fill='url(#p)'/>")
        #expect(drawn.ink == [20, 20, 40, 40])
    }

    @Test(arguments: ["", "clipPathUnits='objectBoundingBox'"])
    func clipPathsTurnAroundTheirOrigin(_ units: String) throws {
        let rect = units.isEmpty ? "<rect width='20' height='10'/>" : "<rect width='.25' height='.125'/>"
        let drawn = try DrawnSVG(
            "width='80' height='80'",
            "<clipPath id='c' \(units) transform='rotate(180)' transform-origin='center'>\(rect)</clipPath>"
                + "<rect width='80' height='80' fill='#f00' clip-path='url(#c)'/>")
        #expect(drawn.ink == [60, 70, 80, 80])
    }

    // MARK: Circles

    /// Two circles alike have the first color inside and the last one outside.
    @Test func circlesOfOneSizeHaveAnEdge() throws {
        let drawn = try DrawnSVG(
            "width='80' height='80'",
            gradient("fr='.25' r='.25'", kind: "radialGradient") + "<rect width='80' height='80' fill='url(#p)'/>")
        #expect(drawn.pixel(40, 40) == red && drawn.pixel(58, 40) == red && drawn.pixel(62, 40) == blue)
        #expect(drawn.pixel(1, 1) == blue)
    }

    /// The colors go from the larger circle to the smaller one.
    @Test func aFocalCircleMayBeTheLargerOne() throws {
        let drawn = try DrawnSVG(
            "width='80' height='80'",
            gradient("fr='.5' r='.25'", kind: "radialGradient") + "<rect width='80' height='80' fill='url(#p)'/>")
        #expect(drawn.pixel(40, 40) == blue && drawn.pixel(68, 40) == blue && drawn.pixel(72, 40) == red)
    }

    // MARK: Contexts

    /// The gradient spans the `use`, and neither turns with a shape nor fits each one.
    @Test func aGradientOfAUseSpansAllOfIt() throws {
        let drawn = try DrawnSVG(
            "width='80' height='20'",
            gradient("") + "<defs><g id='g'><rect width='20' height='20' fill='context-fill'/>"
                + "<rect transform='rotate(180)' x='-80' y='-20' width='20' height='20' fill='context-fill'/></g></defs>"
                + "<use href='#g' fill='url(#p)'/>")
        #expect(drawn.pixel(1, 10) == red && drawn.pixel(19, 10) == red)
        #expect(drawn.pixel(61, 10) == blue && drawn.pixel(79, 10) == blue)
    }

    @Test func aPatternOfAUseDoesNotTurnWithAShape() throws {
        let drawn = try DrawnSVG(
            "width='40' height='40'",
            "<pattern id='p' patternUnits='userSpaceOnUse' width='20' height='40'>"
                + "<rect width='10' height='40' fill='#f00'/></pattern>"
                + "<defs><g id='g'><rect transform='rotate(90 20 20)' width='40' height='40' fill='context-fill'/></g></defs>"
                + "<use href='#g' fill='url(#p)'/>")
        #expect(drawn.pixel(5, 5) == red && drawn.pixel(5, 35) == red && drawn.pixel(25, 35) == red)
        #expect(drawn.pixel(15, 5) == "00000000" && drawn.pixel(35, 35) == "00000000")
    }

    /// Each level is measured once, so that many of them cost their square.
    @Test func usesInUsesAreMeasuredOnce() throws {
        let levels = (1...20).map { "<g id='g\($0)'><use href='#g\($0 - 1)' fill='url(#p)'/></g>" }.joined()
        let drawn = try DrawnSVG(
            "width='80' height='20'",
            gradient("") + "<defs><g id='g0'><rect width='80' height='20' fill='context-fill'/></g>\(levels)</defs>"
                + "<use href='#g20' fill='url(#p)'/>")
        #expect(drawn.pixel(10, 10) == red && drawn.pixel(70, 10) == blue)
    }
}

import Foundation
import Testing
import TileGraphics

@testable import TileContent

/// Tests of lengths, angles and calculations. The pixels are those of Chromium 156.
@Suite struct LengthValueTests {
    private func length(_ text: String) -> SVGLength? {
        Array(text.utf8).withUnsafeBufferPointer { SVGLength($0) }
    }

    private var units: SVGRelativeUnits {
        SVGRelativeUnits(
            fontSize: 20, proportions: SVGFontProportions(xHeight: 0.55, zeroWidth: 0.636, capHeight: 0.7),
            lineHeight: 30, root: SVGRootSizes(fontSize: 16, lineHeight: 18, width: 800, height: 600))
    }

    @Test(arguments: [
        ("12", 12), ("12PX", 12), ("1e1px", 10), ("50%", 100), ("2em", 40), ("2ex", 22), ("2ch", 25.44), ("2rem", 32),
        ("10vw", 80), ("10vh", 60), ("10vmin", 60), ("10vmax", 80), ("2lh", 60), ("2rlh", 36), ("2cap", 28),
        ("2ic", 40), ("101.6Q", 96), ("1in", 96), ("1cm", 37.795_275_59), ("1mm", 3.779_527_559), ("3pt", 4),
        ("1pc", 16), ("1dvw", 8), ("10svh", 60), ("10lvmin", 60), ("10vi", 80), ("10vb", 60), ("1ric", 16),
        ("calc(10px + 2px)", 12), ("calc(50% + 2px)", 102), ("calc(10 + 2)", 12), ("min(10px, 50%)", 10),
        ("max(10px,2em)", 40), ("clamp(1px, 5px, 3px)", 3), ("clamp(none, 5px, 3px)", 3), ("clamp(7px, 5px, none)", 7),
        ("calc(2 * (3px + 1em))", 46), ("calc(NaN * 1px)", 0), ("calc(10px / 0)", 33_554_430),
        ("calc(-infinity * 1px)", -33_554_430), ("round(up, 13px, 5px)", 15), ("round(13px, 5px)", 15),
        ("round(13.4)", 13), ("round(to-zero, 13px, 5px)", 10), ("round(nearest,13px,5px)", 15),
        ("round(down, 14px, 5px)", 10), ("mod(18px, 5px)", 3), ("mod(-18px, 5px)", 2), ("rem(-18px, 5px)", -3),
        ("abs(-5px)", 5), ("calc(sign(-5px) * -3px)", 3), ("calc(sin(90deg) * 7px)", 7), ("calc(cos(0) * 7px)", 7),
        ("calc(tan(45deg) * 7px)", 7), ("calc(pow(2,3) * 1px)", 8), ("hypot(3px,4px)", 5),
        ("calc(sqrt(16) * 1px)", 4), ("calc(log(8,2) * 1px)", 3), ("calc(exp(0) * 1px)", 1), ("calc(pi * 1px)", .pi),
        ("calc(1px - -1px)", 2), ("calc(1px*3)", 3), ("calc((1px))", 1), ("calc( 1px )", 1), (".5px", 0.5), ("+5px", 5),
        ("-webkit-calc(1px + 2px)", 3), ("progress(1,0,2)", 0.5), ("calc(min(1px,2px) + max(3px,4px))", 5),
        ("calc(1 / 3 * 9px)", 3), ("calc(9px / 3)", 3), ("CALC(1PX + 2Px)", 3), ("calc(1px + 2px", 3),
        ("calc(/**/1px/* */ + 2px)", 3), ("calc(10vw - 1rem + 10%)", 84), ("calc(asin(1) / 1deg * 1px)", 90),
        ("calc(atan2(1px, 1px) / 1deg * 1px)", 45),
    ]) func lengthsAreThoseOfChromium(_ text: String, _ pixels: Double) throws {
        let found = try #require(length(text))
        #expect(abs(found.resolve(reference: 200) { units } - pixels) < 1e-6)
    }

    @Test(arguments: [
        "auto", "none", "calc(10px+2px)", "calc(10px * 2px)", "calc(1px -1px)", "calc()", "calc(1px + 1deg)",
        "calc(1px + 1)", "12 px", "1.px", "5x", "calc-size(auto,1px)", "calc(9 / 3px)", "calc(10px mod 3px)", "",
        "calc(1px) 2", "min()", "clamp(1px, 2px)", "round(13px)", "sin(1px)", "calc(1px + )", "calc(r * 1px)",
        "pow(2px, 3)", "max(1px, 2)", "1deg", "calc(1deg)", "#12", "url(#a)",
    ]) func whatChromiumRefusesIsNoLength(_ text: String) {
        #expect(length(text) == nil)
    }

    @Test func aPlainLengthIsSmall() {
        #expect(MemoryLayout<SVGLength>.size == 16)
    }

    @Test func aCalculationWithoutPercentagesIsReduced() {
        #expect(length("calc(1cm + 10px)") == SVGLength(96 / 2.54 + 10))
        #expect(length("calc(1em + 10px)")?.hasPercent == false)
        #expect(length("max(1em, 10%)")?.hasPercent == true)
    }

    @Test func calculationsAreBounded() {
        #expect(length("calc(" + String(repeating: "(", count: 40) + "1px" + String(repeating: ")", count: 41)) == nil)
        #expect(length("calc(" + String(repeating: "(", count: 20) + "1px" + String(repeating: ")", count: 21)) != nil)
        #expect(length(String(repeating: "calc(", count: 100_000)) == nil)
        #expect(length("calc(1em" + String(repeating: " + 1em", count: 100) + ")") != nil)
        #expect(length("calc(1em" + String(repeating: " + 1em", count: 1000) + ")") == nil)
        #expect(length("min(" + String(repeating: "1px,", count: 100) + "1px)") == nil)
    }

    @Test(arguments: [
        ("45deg", 45), ("100grad", 90), ("0.5turn", 180), ("0", 0), ("calc(20deg + 25deg)", 45), ("90DEG", 90),
        ("atan(1)", 45),
    ]) func anglesAreReadInDegrees(_ text: String, _ degrees: Double) throws {
        let angle = try #require(SVGValueParser.parse(text: text) { $0.angle() })
        #expect(abs(angle - degrees) < 1e-9)
    }

    @Test(arguments: ["45", "45px", "deg", "1deg 2deg", "calc(45)"]) func anglesNeedUnits(_ text: String) {
        #expect(SVGValueParser.parse(text: text) { $0.angle() } == nil)
    }

    @Test(arguments: [("0.5", 0.5), ("50%", 0.5), ("calc(0.2 + 0.3)", 0.5), ("calc(20% + 30%)", 0.5), ("1e-1", 0.1)])
    func opacitiesAreNumbersOrPercentages(_ text: String, _ value: Double) throws {
        let read = try #require(SVGValueParser.parse(text: text) { $0.numberOrPercentage() })
        #expect(abs(read - value) < 1e-12)
    }

    // MARK: Tokens

    @Test func tokensHaveEscapesAndComments() {
        func tokens(_ text: String) -> [SVGToken] {
            Array(text.utf8).withUnsafeBufferPointer { bytes in
                var parser = SVGValueParser(bytes)
                var tokens: [SVGToken] = []
                while !parser.isAtEnd, tokens.count < 20 {
                    tokens.append(parser.token)
                    parser.advance()
                }
                return tokens
            }
        }
        #expect(tokens(#"r\65 d /* x */ Blue"#) == [.identifier("red"), .identifier("blue")])
        #expect(tokens("1.5e2PX -3% +4") == [.dimension(150, "px"), .percentage(-3), .number(4)])
        #expect(tokens("1em 1e 1e3") == [.dimension(1, "em"), .dimension(1, "e"), .number(1000)])
        #expect(tokens("'a\\22 b' \"c\\\"d\"") == [.string("a\"b"), .string("c\"d")])
        #expect(
            tokens("url( #a ) url('#a') x") == [
                .url("#a"), .function("url"), .string("#a"), .close, .identifier("x"),
            ])
        #expect(tokens("url(#a b) ").first == .invalid)
        #expect(tokens("#fff,-x --y") == [.hash("fff"), .comma, .identifier("-x"), .identifier("--y")])
        #expect(tokens("'a") == [.string("a")])
        #expect(tokens("'a\nb'").first == .invalid)
        #expect(tokens("/* open") == [])
        #expect(tokens("1.px") == [.number(1), .delimiter(0x2E), .identifier("px")])
    }
}

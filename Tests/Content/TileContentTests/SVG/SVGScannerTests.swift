import Foundation
import TestSupport
import Testing
import TileGeometry
import TileGraphics

@testable import TileContent

@Suite struct SVGScannerTests {
    private func number(_ text: String) -> (value: Double?, read: Int) {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            var scanner = SVGScanner(bytes)
            let value = scanner.number()
            return (value, scanner.at)
        }
    }

    @Test func numbersAreReadAsTheCLibraryReadsThem() {
        var random = SeededGenerator(18)
        for _ in 0..<20_000 {
            let text: String
            switch Int.random(in: 0..<5, using: &random) {
            case 0: text = "\(Double(bitPattern: UInt64.random(in: 0..<(0x7FE << 52), using: &random)))"
            case 1:
                text = String(
                    format: "%.*f", Int.random(in: 0...20, using: &random),
                    Double.random(in: -1e6...1e6, using: &random))
            case 2:
                text = String(
                    format: "%.*e", Int.random(in: 0...20, using: &random),
                    Double.random(in: -1e3...1e3, using: &random))
            case 3: text = "\(Int64.random(in: .min ... .max, using: &random))"
            default:
                text =
                    (0..<Int.random(in: 1...40, using: &random)).map { _ in "\(Int.random(in: 0...9, using: &random))" }
                    .joined()
                    + ".5e\(Int.random(in: -60...60, using: &random))"
            }
            #expect(number(text).value == strtod(text, nil), "\(text)")
            #expect(number(text).read == text.utf8.count)
        }
    }

    @Test(arguments: [
        ("1", 1, 1), ("-1", -1, 2), ("+1", 1, 2), (".5", 0.5, 2), ("-.5", -0.5, 3), ("1e3", 1000, 3),
        ("1E-3", 0.001, 4),
        ("1em", 1, 1), ("1ex", 1, 1), ("1e", 1, 1), ("1e+", 1, 1), ("1-2", 1, 1), ("1.2.3", 1.2, 3), ("00012", 12, 5),
        ("1.", 1, 1), ("0x10", 0, 1), ("1,2", 1, 1), ("-0", 0, 2), ("0e99999999999", 0, 13), ("1e-99999999999", 0, 14),
        ("123456789012345678901234567890", 1.2345678901234568e29, 30),
    ]) func aNumberEndsWhereItsGrammarDoes(_ text: String, _ value: Double, _ read: Int) {
        #expect(number(text).value == value)
        #expect(number(text).read == read)
    }

    @Test(arguments: ["", "-", "+", ".", "-.", "e5", "nan", "inf", "infinity", "--1", "+-1", "1e400", "-1e999", "x"])
    func whatIsNoNumberIsNone(_ text: String) {
        #expect(number(text).value == nil)
        #expect(number(text).read == 0)
    }

    private func transform(_ text: String) -> CGAffineTransform? {
        Array(text.utf8).withUnsafeBufferPointer { SVGScanner.transform($0) }
    }

    @Test func transformsApplyFromTheLast() throws {
        let both = try #require(transform("translate(10 20) scale(2)"))
        #expect(both.apply(x: 1, y: 1) == (12, 22))
        #expect(transform("") == .identity)
        #expect(transform("  translate( 1 , 2 )\n,scale(3)") == transform("translate(1,2)scale(3)"))
        let turned = try #require(transform("rotate(90 10 10)"))
        let point = turned.apply(x: 20, y: 10)
        #expect(abs(point.x - 10) < 1e-12 && abs(point.y - 20) < 1e-12)
        #expect(try #require(transform("skewX(45)")).apply(x: 0, y: 1).x.rounded() == 1)
        #expect(transform("scale(2) translate(1, 2") == transform("scale(2) translate(1, 2)"))
        #expect(transform("matrix(1 2 3 4 5 6)") == CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6))
    }

    @Test(arguments: [
        "rotate()", "rotate(1 2)", "scale(1 2 3)", "matrix(1 2 3)", "translate(", "translate 1", "foo(1)",
        "translate(a)",
        "translate(1 2) x", "translate(1,)", "scale(1.)",
    ]) func aBrokenTransformIsNone(_ text: String) {
        #expect(transform(text) == nil)
    }

    @Test(arguments: [
        ("10", 10), ("10px", 10), ("1in", 96), ("2.54cm", 96), ("25.4mm", 96), ("72pt", 96), ("6pc", 96), ("50%", 100),
        ("2em", 20), ("2ex", 10), (" 5 ", 5), ("5PX", 5), ("-3mm", -3 * 96 / 25.4),
    ]) func lengthsResolve(_ text: String, _ pixels: Double) throws {
        let length = try #require(Array(text.utf8).withUnsafeBufferPointer { SVGLength($0) })
        #expect(abs(length.resolve(reference: 200, fontSize: 10) - pixels) < 1e-9)
    }

    @Test(arguments: ["", "px", "10 px", "10furlong", "10%%", "1 2", "nan", "1.px", "10e400"])
    func whatIsNoLengthIsNone(_ text: String) {
        #expect(Array(text.utf8).withUnsafeBufferPointer { SVGLength($0) } == nil)
    }

    @Test(arguments: [
        ("red", [255, 0, 0, 255]), ("ReBeccaPurple", [0x66, 0x33, 0x99, 255]), ("#abc", [0xAA, 0xBB, 0xCC, 255]),
        ("#abcd", [0xAA, 0xBB, 0xCC, 0xDD]), ("#010203", [1, 2, 3, 255]), ("#01020304", [1, 2, 3, 4]),
        ("rgb(1,2,3)", [1, 2, 3, 255]), ("rgb(100%, 0%, 50%)", [255, 0, 128, 255]),
        ("rgba(1 2 3 / 0.5)", [1, 2, 3, 128]),
        ("rgb(300,-5,1)", [255, 0, 1, 255]), ("hsl(0,100%,50%)", [255, 0, 0, 255]),
        ("hsl(480,100%,50%)", [0, 255, 0, 255]),
        ("transparent", [0, 0, 0, 0]),
    ]) func colorsAreRead(_ text: String, _ components: [Int]) throws {
        let color = try #require(SVGColor.parse(text))
        let bytes = [color.red, color.green, color.blue, color.alpha].map { Int(($0 * 255).rounded()) }
        #expect(bytes == components)
    }

    @Test(arguments: [
        "", "#", "#12", "#12345", "#xyz", "#+12", "rgb()", "rgb(1,2)", "rgb(a,b,c)", "hsl(1)", "nocolor",
    ])
    func whatIsNoColorIsNone(_ text: String) {
        #expect(SVGColor.parse(text) == nil)
    }

    @Test(arguments: [
        ("bold 14px 'DejaVu Sans'", "bold", "normal", "14px", "'DejaVu Sans'"),
        ("italic small-caps 12px/1.5 serif", "normal", "italic", "12px", "serif"),
        ("12px / 2 a, b", "normal", "normal", "12px", "a, b"), ("normal normal 1em x", "normal", "normal", "1em", "x"),
    ]) func theFontShorthandIsTakenApart(
        _ text: String, _ weight: String, _ style: String, _ size: String, _ family: String
    ) throws {
        let font = try #require(SVGFontShorthand(text))
        #expect(font.weight == weight)
        #expect(font.style == style)
        #expect(font.size == size)
        #expect(font.family == family)
    }

    @Test(arguments: ["", "bold", "12px", "caption", "bold 12px", "12px/", "/ 12px"])
    func whatIsNoFontIsNone(_ text: String) {
        #expect(SVGFontShorthand(text) == nil)
    }

    /// Chromium and librsvg agree: one invalid name invalidates the whole list.
    @Test(
        arguments: [
            ("DejaVu Serif", ["DejaVu Serif"]), ("'A 5.0b' , b  c,\"d\"", ["A 5.0b", "b c", "d"]),
            ("--a, -b", ["--a", "-b"]),
            (#"A\ 5, \35 b"#, ["A 5", "5b"]), ("Eli 5.0b", nil), ("5b", nil), ("a, 5b", nil), ("a,", nil), ("@x", nil),
            ("a!", nil), ("'a' b", nil), ("a.b", nil), ("-5b", nil), ("a/b", nil), ("'a", ["a"]), ("", nil),
        ] as [(String, [String]?)])
    func aListOfFamiliesIsReadOrNot(_ text: String, _ names: [String]?) {
        let read = Array(text.utf8).withUnsafeBufferPointer { bytes in
            var parser = SVGSelectorParser(bytes)
            return parser.families()
        }
        #expect(read == names)
    }
}

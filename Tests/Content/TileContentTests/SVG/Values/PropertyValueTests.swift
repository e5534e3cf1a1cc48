import Foundation
import Testing
import TileGraphics

@testable import TileContent

/// Tests of property values in attributes, style attributes and style sheets. What is valid is what Chromium 156 takes.
@Suite struct PropertyValueTests {
    private func apply(
        _ property: SVGAttribute, _ text: String, _ style: inout SVGStyle, from source: SVGValueSource = .inline
    ) throws -> Bool {
        let bytes = Array(text.utf8)
        return try bytes.withUnsafeBufferPointer { bytes in
            try style.apply(property, bytes, parent: SVGStyle(), from: source)
        }
    }

    private func isValid(_ property: SVGAttribute, _ text: String, from source: SVGValueSource) throws -> Bool {
        var style = SVGStyle()
        return try apply(property, text, &style, from: source)
    }

    @Test(
        arguments: [
            (.fontSize, "12", true, true, false), (.fontSize, "12px", true, true, true),
            (.fontSize, "-5px", false, false, false), (.fontSize, "calc(10px + 2px)", true, true, true),
            (.strokeWidth, "12", true, true, true), (.strokeWidth, "-5", false, false, false),
            (.strokeWidth, "calc(-5px)", true, true, true), (.letterSpacing, "12", true, true, false),
            (.letterSpacing, "normal", true, true, true), (.baselineShift, "4", true, true, true),
            (.strokeDasharray, "1,2 3", true, true, true), (.strokeDasharray, "1,,2", false, false, false),
            (.strokeDasharray, "1,", false, false, false), (.strokeDasharray, "1 -2", false, false, false),
            (.strokeMiterlimit, "0.5", true, true, true), (.strokeMiterlimit, "4px", false, false, false),
            (.strokeMiterlimit, "-1", false, false, false), (.opacity, "50%", true, true, true),
            (.opacity, "12px", false, false, false), (.opacity, "5.", false, false, false),
            (.cx, "3", false, true, true), (.width, "3", false, true, false), (.width, "auto", false, true, true),
            (.width, "-3px", false, false, false), (.x, "auto", false, false, false), (.rx, "auto", false, true, true),
            (.d, "path('M0 0h9')", false, true, true), (.d, "path('M0 0 L1 x')", false, false, false),
            (.d, "none", false, true, true), (.d, "path(evenodd,'M0 0h9')", false, false, false),
            (.transformOrigin, "10 20", true, false, false), (.transformOrigin, "top 10px", false, false, false),
            (.transformOrigin, "10px top", true, true, true), (.transformOrigin, "left right", false, false, false),
            (.transformBox, "fill-box", false, true, true), (.rotate, "45deg", false, true, true),
            (.rotate, "45", false, false, false), (.scale, "2,3", false, false, false),
            (.translate, "10px 20px", false, true, true), (.translate, "10", false, false, false),
            (.clipPath, "inset(10)", true, false, false), (.clipPath, "CIRCLE(10PX)", true, true, true),
            (.clipPath, "url(#a) fill-box", false, false, false), (.clipPath, "inset(10px", true, true, true),
            (.clipPath, "ellipse(10px)", false, false, false), (.clipPath, "circle(-1px)", false, false, false),
            (.clipPath, "path('')", false, false, false), (.clipPath, "polygon(0 0 10px 0)", false, false, false),
            (.clipPath, "xywh(0 0 -1px 1px)", false, false, false), (.clipPath, "fill-box", true, true, true),
            (.clipPath, "circle(10px) fill-box view-box", false, false, false),
            (.mask, "url(#a), url(#b) luminance", true, true, true), (.mask, "url(#a) 10px 10px", true, true, true),
            (.mask, "red", false, false, false), (.fillRule, "EVENODD", true, true, true),
            (.paintOrder, "fill fill", false, false, false), (.paintOrder, "STROKE", true, true, true),
            (.isolation, "foo", false, false, false), (.colorScheme, "light dark", false, true, true),
            (.whiteSpace, "pre-wrap", false, true, true), (.lineHeight, "1.5", false, true, true),
            (.lineHeight, "-1", false, false, false),
        ] as [(SVGAttribute, String, Bool, Bool, Bool)]
    ) func valuesAreValidWhereChromiumTakesThem(
        _ property: SVGAttribute, _ text: String, _ asAttribute: Bool, _ inline: Bool, _ inSheet: Bool
    ) throws {
        #expect(try isValid(property, text, from: .attribute) == asAttribute)
        #expect(try isValid(property, text, from: .inline) == inline)
        #expect(try isValid(property, text, from: .sheet) == inSheet)
    }

    @Test(
        arguments: [
            ("url(#a)", .reference("a", fallback: nil)),
            ("url( \"#a\" ) blue", .reference("a", fallback: .color(Color(red: 0, green: 0, blue: 1)))),
            ("url('#a b)c')", .reference("a b)c", fallback: nil)),
            ("url(#a) none", .reference("a", fallback: SVGPaint.none)),
            (#"url(#a\29 b)"#, .reference("a)b", fallback: nil)), ("url(#a%20b)", .reference("a b", fallback: nil)),
            ("url('#a')currentColor", .reference("a", fallback: .currentColor)),
            ("url(foo) currentColor", .reference("", fallback: .currentColor)),
            ("url()", .reference("", fallback: nil)),
            ("context-fill", .contextFill), ("CONTEXT-STROKE", .contextStroke), ("NONE", SVGPaint.none),
            ("currentcolor", .currentColor),
        ] as [(String, SVGPaint)]
    ) func paintsAreRead(_ text: String, _ paint: SVGPaint) {
        #expect(Array(text.utf8).withUnsafeBufferPointer { SVGPaint($0) } == paint)
    }

    @Test(arguments: [
        "url(#a) url(#b)", "url(#a) context-fill", "url(#a),red", "url(#a b)", "context-value", "red blue",
        "url('#a' x)", "src('#a')", "icc-color(x)", "red icc-color(foo, 0.1)", "#f00 none", "context-fill red", "auto",
        "",
    ]) func whatChromiumRefusesIsNoPaint(_ text: String) {
        #expect(Array(text.utf8).withUnsafeBufferPointer { SVGPaint($0) } == nil)
    }

    private func matrix(_ text: String) -> [Double]? {
        let list = Array(text.utf8).withUnsafeBufferPointer { SVGTransformList($0) }
        return list.map { list in
            let plane = list.matrix { length, isHorizontal in
                length.resolve(reference: isHorizontal ? 400 : 300, fontSize: 16)
            }.plane
            return [plane.a, plane.b, plane.c, plane.d, plane.tx, plane.ty]
        }
    }

    @Test(arguments: [
        ("none", [1, 0, 0, 1, 0, 0]), ("translate(10px)", [1, 0, 0, 1, 10, 0]),
        ("translate(10px, 20px)", [1, 0, 0, 1, 10, 20]), ("translate(50%)", [1, 0, 0, 1, 200, 0]),
        ("translateY(1em)", [1, 0, 0, 1, 0, 16]), ("translate(calc(1px + 50%))", [1, 0, 0, 1, 201, 0]),
        ("scale(2,3)", [2, 0, 0, 3, 0, 0]), ("scale(50%)", [0.5, 0, 0, 0.5, 0, 0]), ("scaleX(2)", [2, 0, 0, 1, 0, 0]),
        ("rotate(0.25turn)", [0, 1, -1, 0, 0, 0]), ("rotate(0)", [1, 0, 0, 1, 0, 0]),
        ("rotate(1rad)", [0.540302, 0.841471, -0.841471, 0.540302, 0, 0]),
        ("skew(10deg, 20deg)", [1, 0.36397, 0.176327, 1, 0, 0]), ("skewX(10deg)", [1, 0, 0.176327, 1, 0, 0]),
        ("matrix(1,2,3,4,5,6)", [1, 2, 3, 4, 5, 6]), ("translate3d(1px,2px,3px)", [1, 0, 0, 1, 1, 2]),
        ("rotateX(60deg)", [1, 0, 0, 0.5, 0, 0]), ("rotateY(60deg)", [0.5, 0, 0, 1, 0, 0]),
        ("rotate3d(0,0,1,30deg)", [0.866025, 0.5, -0.5, 0.866025, 0, 0]),
        ("rotate3d(1,1,0,30deg)", [0.933013, 0.0669873, 0.0669873, 0.933013, 0, 0]),
        ("perspective(100px) rotateX(60deg)", [1, 0, 0, 0.5, 0, 0]),
        ("matrix3d(1,0,0,0,0,1,0,0,0,0,1,0,5,6,7,1)", [1, 0, 0, 1, 5, 6]),
        ("translate(1px)scale(2)", [2, 0, 0, 2, 1, 0]), ("translate(1px", [1, 0, 0, 1, 1, 0]),
        ("ROTATE(CALC(45DEG + 45DEG))", [0, 1, -1, 0, 0, 0]),
    ]) func transformsAreThoseOfChromium(_ text: String, _ components: [Double]) throws {
        let found = try #require(matrix(text))
        #expect(zip(found, components).allSatisfy { abs($0 - $1) < 1e-5 }, "\(found)")
    }

    @Test(arguments: [
        "translate(10)", "translate(10px 20px)", "rotate(45)", "rotate(45deg, 10px, 10px)", "skewY(10)",
        "matrix(1 2 3 4 5 6)", "translate(1px),scale(2)", "translate (1px)", "foo(1)", "translate()", "scale()",
        "translate(1px) none", "translate(1px,)", "", "translateZ(10%)",
    ]) func whatChromiumRefusesIsNoTransform(_ text: String) {
        #expect(matrix(text) == nil)
    }

    @Test func fontSizesAreThoseOfBrowsers() throws {
        var style = SVGStyle()
        #expect(style.text.fontSize == 16)
        let sizes = [
            "xx-small": 9.0, "x-small": 10, "small": 13, "Medium": 16, "large": 18, "x-large": 24, "xx-large": 32,
            "xxx-large": 48,
        ]
        for (name, size) in sizes {
            #expect(try apply(.fontSize, name, &style))
            #expect(style.text.fontSize == size)
        }
        // As in browsers, text in the fixed-width font alone is smaller, unless its size is a length.
        #expect(try apply(.fontSize, "medium", &style) && apply(.fontFamily, "monospace", &style))
        #expect(style.text.fontSize == 13)
        #expect(try apply(.fontFamily, "Courier, monospace", &style))
        #expect(style.text.fontSize == 16)
        #expect(try apply(.fontSize, "20px", &style) && apply(.fontFamily, "monospace", &style))
        #expect(style.text.fontSize == 20)
        #expect(try apply(.fontSize, "larger", &style))
        #expect(style.text.fontSize == 19.2)
    }

    /// Chromium 156 has Latin Modern Math for `math` and not for "math", and the system's font for "system-ui", but not
    /// for "System-UI".
    @Test(
        arguments: [
            ("math, A", "math,A"), ("\"math\", 'A'", "\"math\",A"), ("'Cursive'", "\"Cursive\""),
            ("\"system-ui\", system-ui", "system-ui,system-ui"), ("'System-UI', System-UI", "\"System-UI\",System-UI"),
            ("'ui-serif'", "ui-serif"),
        ]
    ) func genericFamiliesInQuotesAreNames(_ text: String, _ families: String) throws {
        var style = SVGStyle()
        #expect(try apply(.fontFamily, text, &style))
        #expect(style.text.family == families)
    }

    @Test func rootUnitsAreThoseOfTheRoot() throws {
        let tree = try XMLTree(
            Data(
                """
                <svg xmlns='http://www.w3.org/2000/svg' font-size='10' style='line-height: 2'><g font-size='2rem'>\
                <rect id='r' font-size='2em' stroke-width='1rem' style='stroke-dashoffset: 3rlh'/></g></svg>
                """.utf8))
        let recorder = SVGRecorder(tree)
        let style = try recorder.ancestorStyle(try #require(tree.node(withID: "r")))
        #expect(style.text.fontSize == 40)
        #expect(style.strokeWidth.resolve(reference: 0) { style.text.relativeUnits } == 10)
        #expect(style.dashOffset.resolve(reference: 0) { style.text.relativeUnits } == 60)
    }

    @Test(arguments: [
        ("pre", true), ("pre-wrap", true), ("break-spaces", true), ("preserve nowrap", true), ("normal", false),
        ("nowrap", false), ("pre-line", false), ("collapse", false),
    ]) func whiteSpaceIsKeptOrNot(_ text: String, _ isKept: Bool) throws {
        var style = SVGStyle()
        style.text.preservesSpace = !isKept
        #expect(try apply(.whiteSpace, text, &style))
        #expect(style.text.preservesSpace == isKept)
    }
}

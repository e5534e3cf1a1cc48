/// The elements that the reader knows by name.
enum SVGElement: String {
    case svg, g, defs, symbol, use, a, title, desc, metadata, style, script
    case path, rect, circle, ellipse, line, polyline, polygon
    case text, tspan, tref, textPath, image, foreignObject
    case linearGradient, radialGradient, stop, pattern, clipPath, mask, marker, filter
    case feBlend, feColorMatrix, feComponentTransfer, feComposite, feConvolveMatrix, feDiffuseLighting
    case feDisplacementMap, feDistantLight, feDropShadow, feFlood, feFuncA, feFuncB, feFuncG, feFuncR, feGaussianBlur
    case feImage, feMerge, feMergeNode, feMorphology, feOffset, fePointLight, feSpecularLighting, feSpotLight, feTile
    case feTurbulence
    case `switch`, view, animate, animateTransform, animateMotion, set, cursor
    /// Another element in the SVG namespace or in none.
    case unknown = ""
    /// An element in another namespace, such as an editor's metadata.
    case foreign = " "
    // Elements of HTML, in the XHTML namespace only.
    case body, div, p, span, h1, h2, h3, h4, h5, h6, pre, blockquote, center, address, article, aside, figure
    case figcaption, footer, header, main, nav, section, hr, br, wbr, b, strong, i, em, cite, dfn, u, ins, s, strike
    case del, sub, sup, small, big, code, kbd, samp, tt, mark, q, font, ul, ol, li, dl, dt, dd, img
    case table, caption, colgroup, col, thead, tbody, tfoot, tr, td, th, details, summary
    case button, input, select, textarea, video, audio, canvas, iframe, object, math
    case `var` = "var"
    /// A link of HTML.
    case htmlLink = "html a"
    /// An element of HTML without a meaning here, which is in the line like a `span`.
    case htmlOther = "html"

    /// The kind of omission of an element that is not drawn; nil for one that is drawn or never draws.
    var omission: ContentOmission.Kind? {
        switch self {
        case .animate, .animateTransform, .animateMotion, .set: .animation
        case .script: .script
        case .unknown: .unknownElement
        default: isBeyondHTMLSubset ? .element : nil
        }
    }

    /// Whether nothing inside of the element is drawn.
    var hidesDescendants: Bool {
        switch self {
        case .unknown, .foreign, .metadata, .title, .desc, .script, .animate, .animateTransform, .animateMotion,
            .set, .style:
            true
        default: isBeyondHTMLSubset
        }
    }

    /// Whether `xml:space` of the element counts. Browsers ignore it on all others.
    var readsXMLSpace: Bool {
        switch self {
        case .text, .tspan, .textPath: true
        default: false
        }
    }

    var keepsText: Bool {
        switch self {
        case .text, .tspan, .textPath, .tref, .style, .a, .foreignObject: true
        default: isHTML
        }
    }
}

/// The attributes that the reader uses.
enum SVGAttribute: String {
    case id, `class`, style, transform, x, y, dx, dy, rotate, width, height, rx, ry, cx, cy, r, fx, fy, fr
    case x1, y1, x2, y2, d, points, viewBox, preserveAspectRatio, href, offset, textLength, lengthAdjust
    case startOffset, path, pathLength
    case gradientUnits, gradientTransform, spreadMethod, patternUnits, patternContentUnits, patternTransform
    case clipPathUnits, maskUnits, maskContentUnits, markerUnits, markerWidth, markerHeight, refX, refY, orient
    case filterUnits, primitiveUnits, `in`, in2, result, mode, values, `operator`, k1, k2, k3, k4, tableValues, slope
    case intercept, amplitude, exponent, order, kernelMatrix, divisor, bias, targetX, targetY, edgeMode, preserveAlpha
    case kernelUnitLength, surfaceScale, diffuseConstant, specularConstant, specularExponent, azimuth, elevation, z
    case pointsAtX, pointsAtY, pointsAtZ, limitingConeAngle, scale, xChannelSelector, yChannelSelector, stdDeviation
    case radius, baseFrequency, numOctaves, seed, stitchTiles
    case floodColor = "flood-color"
    case floodOpacity = "flood-opacity"
    case lightingColor = "lighting-color"
    case colorInterpolationFilters = "color-interpolation-filters"
    // Attributes of HTML.
    case align, bgcolor, border, cellpadding, cellspacing, colspan, dir, face, hidden, lang, nowrap, rowspan, size, src
    case start, valign, value
    case requiredExtensions, requiredFeatures, systemLanguage, type, media, version
    case fill, stroke, color, opacity, display, visibility, overflow, mask, filter, marker, direction
    case fillOpacity = "fill-opacity"
    case fillRule = "fill-rule"
    case strokeOpacity = "stroke-opacity"
    case strokeWidth = "stroke-width"
    case strokeLinecap = "stroke-linecap"
    case strokeLinejoin = "stroke-linejoin"
    case strokeMiterlimit = "stroke-miterlimit"
    case strokeDasharray = "stroke-dasharray"
    case strokeDashoffset = "stroke-dashoffset"
    case stopColor = "stop-color"
    case stopOpacity = "stop-opacity"
    case clipPath = "clip-path"
    case clipRule = "clip-rule"
    case markerStart = "marker-start"
    case markerMid = "marker-mid"
    case markerEnd = "marker-end"
    case fontFamily = "font-family"
    case fontSize = "font-size"
    case fontStyle = "font-style"
    case fontWeight = "font-weight"
    case fontStretch = "font-stretch"
    case fontVariant = "font-variant"
    case fontVariantLigatures = "font-variant-ligatures"
    case fontVariantCaps = "font-variant-caps"
    case fontVariantNumeric = "font-variant-numeric"
    case fontVariantEastAsian = "font-variant-east-asian"
    case fontVariantPosition = "font-variant-position"
    case fontFeatureSettings = "font-feature-settings"
    case fontKerning = "font-kerning"
    case font
    case textAnchor = "text-anchor"
    case textDecoration = "text-decoration"
    case letterSpacing = "letter-spacing"
    case wordSpacing = "word-spacing"
    case writingMode = "writing-mode"
    case unicodeBidi = "unicode-bidi"
    case baselineShift = "baseline-shift"
    case dominantBaseline = "dominant-baseline"
    case alignmentBaseline = "alignment-baseline"
    case maskType = "mask-type"
    case shapeRendering = "shape-rendering"
    case imageRendering = "image-rendering"
    case textRendering = "text-rendering"
    case paintOrder = "paint-order"
    case mixBlendMode = "mix-blend-mode"
    case isolation
    case enableBackground = "enable-background"
    /// The shorthand for all properties.
    case all
    /// A custom property of CSS. No attribute in XML has this name.
    case customProperty = "--"
    case transformOrigin = "transform-origin"
    case transformBox = "transform-box"
    case translate
    case colorScheme = "color-scheme"
    case lineHeight = "line-height"
    case whiteSpace = "white-space"
    case background
    case backgroundColor = "background-color"
    /// A property that browsers support and this reader does not.
    case omitted = "-"
    case vectorEffect = "vector-effect"
    // Properties of boxes.
    case backgroundImage = "background-image"
    case backgroundPosition = "background-position"
    case backgroundSize = "background-size"
    case backgroundRepeat = "background-repeat"
    case margin
    case marginTop = "margin-top"
    case marginRight = "margin-right"
    case marginBottom = "margin-bottom"
    case marginLeft = "margin-left"
    case padding
    case paddingTop = "padding-top"
    case paddingRight = "padding-right"
    case paddingBottom = "padding-bottom"
    case paddingLeft = "padding-left"
    case borderTop = "border-top"
    case borderRight = "border-right"
    case borderBottom = "border-bottom"
    case borderLeft = "border-left"
    case borderWidth = "border-width"
    case borderTopWidth = "border-top-width"
    case borderRightWidth = "border-right-width"
    case borderBottomWidth = "border-bottom-width"
    case borderLeftWidth = "border-left-width"
    case borderStyle = "border-style"
    case borderTopStyle = "border-top-style"
    case borderRightStyle = "border-right-style"
    case borderBottomStyle = "border-bottom-style"
    case borderLeftStyle = "border-left-style"
    case borderColor = "border-color"
    case borderTopColor = "border-top-color"
    case borderRightColor = "border-right-color"
    case borderBottomColor = "border-bottom-color"
    case borderLeftColor = "border-left-color"
    case borderRadius = "border-radius"
    case borderTopLeftRadius = "border-top-left-radius"
    case borderTopRightRadius = "border-top-right-radius"
    case borderBottomRightRadius = "border-bottom-right-radius"
    case borderBottomLeftRadius = "border-bottom-left-radius"
    case borderCollapse = "border-collapse"
    case borderSpacing = "border-spacing"
    case boxSizing = "box-sizing"
    case minWidth = "min-width"
    case minHeight = "min-height"
    case maxWidth = "max-width"
    case maxHeight = "max-height"
    case position, left, top, right, bottom, inset
    case zIndex = "z-index"
    case flex
    case flexDirection = "flex-direction"
    case flexWrap = "flex-wrap"
    case flexFlow = "flex-flow"
    case flexGrow = "flex-grow"
    case flexShrink = "flex-shrink"
    case flexBasis = "flex-basis"
    case justifyContent = "justify-content"
    case alignItems = "align-items"
    case alignSelf = "align-self"
    case alignContent = "align-content"
    case gap
    case rowGap = "row-gap"
    case columnGap = "column-gap"
    case textAlign = "text-align"
    case textIndent = "text-indent"
    case textTransform = "text-transform"
    case textDecorationLine = "text-decoration-line"
    case textDecorationColor = "text-decoration-color"
    case textDecorationStyle = "text-decoration-style"
    case verticalAlign = "vertical-align"
    case overflowWrap = "overflow-wrap"
    case wordWrap = "word-wrap"
    case wordBreak = "word-break"
    case tabSize = "tab-size"
    case listStyle = "list-style"
    case listStyleType = "list-style-type"
    case tableLayout = "table-layout"
    case xlinkHref = "xlink:href"
    case xmlSpace = "xml:space"
    case xmlLang = "xml:lang"
}

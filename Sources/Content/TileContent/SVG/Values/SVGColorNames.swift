/// The colors of the system and of the browser.
enum SVGColorNames {
    /// The system colors with which Chromium draws on Linux: in light and in dark colors.
    static let system: [String: (light: UInt32, dark: UInt32)] = [
        "canvas": (0xFFFFFF, 0x121212), "canvastext": (0x000000, 0xFFFFFF), "linktext": (0x0000EE, 0x9E9EFF),
        "visitedtext": (0x551A8B, 0xD0ADF0), "activetext": (0xFF0000, 0xFF0000), "buttonface": (0xEFEFEF, 0x6B6B6B),
        "buttontext": (0x000000, 0xFFFFFF), "buttonborder": (0x000000, 0xFFFFFF), "field": (0xFFFFFF, 0x3B3B3B),
        "fieldtext": (0x000000, 0xFFFFFF), "highlight": (0x0041C6, 0x0041C6), "highlighttext": (0xFFFFFF, 0xFFFFFF),
        "selecteditem": (0x1967D2, 0x99C8FF), "selecteditemtext": (0xFFFFFF, 0x3B3B3B), "mark": (0xFFFF00, 0xFFFF00),
        "marktext": (0x000000, 0x000000), "graytext": (0x808080, 0x808080), "accentcolor": (0x0075FF, 0x0075FF),
        "accentcolortext": (0xFFFFFF, 0xFFFFFF), "activeborder": (0x000000, 0xFFFFFF),
        "activecaption": (0xFFFFFF, 0x121212), "appworkspace": (0xFFFFFF, 0x121212),
        "background": (0xFFFFFF, 0x121212), "buttonhighlight": (0xEFEFEF, 0x6B6B6B),
        "buttonshadow": (0xEFEFEF, 0x6B6B6B), "captiontext": (0x000000, 0xFFFFFF),
        "inactiveborder": (0x000000, 0xFFFFFF), "inactivecaption": (0xFFFFFF, 0x121212),
        "inactivecaptiontext": (0x808080, 0x808080), "infobackground": (0xFFFFFF, 0x121212),
        "infotext": (0x000000, 0xFFFFFF), "menu": (0xFFFFFF, 0x121212), "menutext": (0x000000, 0xFFFFFF),
        "scrollbar": (0xFFFFFF, 0x121212), "threeddarkshadow": (0x000000, 0xFFFFFF),
        "threedface": (0xEFEFEF, 0x6B6B6B), "threedhighlight": (0x000000, 0xFFFFFF),
        "threedlightshadow": (0x000000, 0xFFFFFF), "threedshadow": (0x000000, 0xFFFFFF),
        "window": (0xFFFFFF, 0x121212), "windowframe": (0x000000, 0xFFFFFF), "windowtext": (0x000000, 0xFFFFFF),
        "-webkit-link": (0x0000EE, 0x9E9EFF), "-webkit-activelink": (0xFF0000, 0xFF9E9E),
    ]
}

extension SVGElement {
    /// Creates an element of the XHTML namespace.
    init(html name: String) {
        switch name {
        case "a": self = .htmlLink
        // A style sheet of HTML applies to the whole document.
        case "style": self = .style
        case "head", "title", "meta", "link", "script", "template", "noscript", "base", "datalist", "param", "source",
            "track", "area", "dialog", "rp", "noframes":
            self = .foreign
        default:
            let known = SVGElement(rawValue: name)
            self = known?.isHTML == true ? known! : .htmlOther
        }
    }

    /// Whether the element is in the XHTML namespace and may show something.
    var isHTML: Bool {
        switch self {
        case .body, .div, .p, .span, .h1, .h2, .h3, .h4, .h5, .h6, .pre, .blockquote, .center, .address, .article,
            .aside, .figure, .figcaption, .footer, .header, .main, .nav, .section, .hr, .br, .wbr, .b, .strong, .i, .em,
            .cite, .dfn, .u, .ins, .s, .strike, .del, .sub, .sup, .small, .big, .code, .kbd, .samp, .tt, .mark, .q,
            .font, .ul, .ol, .li, .dl, .dt, .dd, .img, .table, .caption, .colgroup, .col, .thead, .tbody, .tfoot, .tr,
            .td, .th, .details, .summary, .button, .input, .select, .textarea, .video, .audio, .canvas, .iframe,
            .object, .math, .var, .htmlLink, .htmlOther:
            true
        default: false
        }
    }

    /// The element that a type selector matches, whatever the namespace.
    var selected: SVGElement { self == .htmlLink ? .a : self }

    /// Whether the element is a control, a medium or a formula, which is not drawn.
    var isBeyondHTMLSubset: Bool {
        switch self {
        case .button, .input, .select, .textarea, .video, .audio, .canvas, .iframe, .object, .math: true
        default: false
        }
    }
}

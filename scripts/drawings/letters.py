"""The letters of a drawing: a copy of the drawing without them, their positions in Chromium, and the distances of two lists."""

import re
import xml.parsers.expat

SVG = "http://www.w3.org/2000/svg"
XHTML = "http://www.w3.org/1999/xhtml"
# The content of these is drawn where others refer to it.
REFERRED = ("clipPath", "mask", "pattern", "marker", "symbol", "defs")
TAG = re.compile(rb"""<(?:[^>"']|"[^"]*"|'[^']*')*>""")
# The greatest distance of letters that count as one, in pixels.
FAR = 16.0
# Letters of one list may be missing in the other, as those of ligatures are, or come this much earlier or later.
BAND = 64
WIDEST_BAND = 400

# Returns the positions of the letters that are shown: of the left ends on their baselines, in pixels of the page.
SCRIPT = """
(() => {
  const svg = "http://www.w3.org/2000/svg", hidden = new Set(REFERRED), letters = [];
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  const shown = element => {
    const style = getComputedStyle(element);
    if (style.visibility !== "visible") return false;
    for (let each = element; each; each = each.parentElement) {
      const style = getComputedStyle(each);
      if (style.display === "none" || style.opacity === "0") return false;
      if (each.namespaceURI === svg && hidden.has(each.localName)) return false;
    }
    return true;
  };
  const inked = style => style.fill !== "none" && style.fillOpacity !== "0";
  // Whether a font may have one glyph for both letters.
  const joins = (first, second) => first === "f" && "fil".includes(second);
  // The part of a letter's box that is above its baseline.
  const above = style => {
    context.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const measured = context.measureText("x");
    const ascent = Math.round(measured.fontBoundingBoxAscent), descent = Math.round(measured.fontBoundingBoxDescent);
    return ascent / (ascent + descent);
  };
  const fromBoxes = node => {
    const part = above(getComputedStyle(node.parentElement)), range = document.createRange();
    for (let at = 0; at < node.data.length; at += node.data.codePointAt(at) > 0xffff ? 2 : 1) {
      if (/\\s/.test(node.data[at]) || joins(node.data[at - 1], node.data[at])) continue;
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const box = range.getClientRects()[0];
      if (box && box.width > 0) letters.push([box.left, box.top + box.height * part]);
    }
  };
  const fromText = text => {
    const count = text.getNumberOfChars(), units = [];
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT), nodes = [];
    while (walker.nextNode()) if (shown(walker.currentNode.parentElement)) nodes.push(walker.currentNode);
    for (const node of nodes) {
      const style = getComputedStyle(node.parentElement), keeps = /pre|preserve|break-spaces/.test(style.whiteSpace);
      let previous = "";
      for (const unit of node.data) {
        const space = /[ \\t\\n\\r]/.test(unit);
        if (space && !keeps && (units.length === 0 || units.at(-1).space)) continue;
        for (let at = 0; at < unit.length; at++) {
          units.push({space: space && !keeps, blank: at > 0 || /\\s/.test(unit) || joins(previous, unit), ink: inked(style), style});
        }
        previous = unit;
      }
    }
    while (units.length > count && units.at(-1)?.space) units.pop();
    if (units.length !== count) {
      for (const node of nodes) if (inked(getComputedStyle(node.parentElement))) fromBoxes(node);
      return;
    }
    const matrix = text.getScreenCTM();
    units.forEach((unit, at) => {
      if (unit.blank || !unit.ink) return;
      const start = text.getStartPositionOfChar(at), end = text.getEndPositionOfChar(at);
      const point = text.getRotationOfChar(at) === 0 && end.x < start.x ? end : start;
      // Chromium's positions are without the shift of baselines, its boxes with it.
      const shifts = !/^(auto|alphabetic)$/.test(unit.style.dominantBaseline) || !/^(auto|baseline)$/.test(unit.style.alignmentBaseline)
        || !/^(0px|baseline)$/.test(unit.style.baselineShift);
      let y = point.y;
      if (shifts && text.getRotationOfChar(at) === 0) {
        const box = text.getExtentOfChar(at);
        y = box.y + box.height * above(unit.style);
      }
      const moved = new DOMPoint(point.x, y).matrixTransform(matrix);
      letters.push([moved.x, moved.y]);
    });
  };
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.nodeType === Node.ELEMENT_NODE) {
      if (node.namespaceURI === svg && node.localName === "text" && shown(node)) fromText(node);
    } else if (node.parentElement?.namespaceURI !== svg && node.parentElement?.closest("foreignObject") && shown(node.parentElement)
               && node.data.trim()) {
      fromBoxes(node);
    }
  }
  return letters;
})()
""".replace("REFERRED", str(list(REFERRED)))


def positions(browser, path, width, height):
    """Returns the positions of the letters of a drawing in Chromium, in pixels of the drawing."""
    browser.ask("Emulation.setScriptExecutionDisabled", value=True)
    browser.ask("Emulation.setDeviceMetricsOverride", width=max(1, round(width)), height=max(1, round(height)), deviceScaleFactor=1,
                mobile=False)
    browser.open(path.absolute().as_uri())
    return browser.evaluate(SCRIPT, False)


def without(data):
    """Returns a drawing, in UTF-8, without its text: without `text` elements that are drawn in their place, and with the text of
    HTML transparent, so that its boxes remain."""
    parser = xml.parsers.expat.ParserCreate(namespace_separator=" ")
    edits, open_elements = [], []

    def start(name, _):
        at = parser.CurrentByteIndex
        space, _, local = name.rpartition(" ")
        inside = any(each[1] == "cut" or each[0] in ("clipPath", "mask") for each in open_elements)
        kind = None
        if not inside and space == SVG and local == "text":
            kind = "cut"
        elif not inside and space == XHTML:
            edits.append((at, *transparent(data, at)))
        open_elements.append((local, kind, at))

    def end(_):
        _, kind, at = open_elements.pop()
        if kind == "cut":
            tag = TAG.match(data, at)
            last = tag.end() if tag.group().endswith(b"/>") else data.index(b">", parser.CurrentByteIndex) + 1
            edits.append((at, last, b""))

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.Parse(data, True)
    result, after = [], 0
    for first, last, text in sorted(edits):
        result += [data[after:first], text]
        after = last
    return b"".join(result) + data[after:]


def transparent(data, at):
    """Returns the end of a tag, and the tag with a style that makes its text transparent."""
    tag = TAG.match(data, at)
    text, rule = tag.group(), b"color:transparent!important;"
    styled, count = re.subn(rb"""(\sstyle\s*=\s*["'])""", rb"\g<1>" + rule, text, count=1)
    if not count:
        styled = re.sub(rb"^<[^\s/>]+", rb'\g<0> style="' + rule + rb'"', text)
    return tag.end(), styled


def pairs(ours, theirs):
    """Returns the distances of letters that two lists share, in order, and the numbers of those that only one of them has.

    The lists are aligned with the least sum of distances, where a letter that has no partner counts as half of `FAR`.
    """
    count, other = len(ours), len(theirs)
    if not count or not other:
        return [], count, other
    band = min(WIDEST_BAND, BAND + abs(count - other))
    skip = FAR / 2
    infinite = float("inf")
    previous, steps = None, []
    for row in range(count + 1):
        middle = row * other // count
        low, high = max(0, middle - band), min(other, middle + band)
        costs, moves = [], bytearray()
        for column in range(low, high + 1):
            best, move = (0.0, 0) if row == column == 0 else (infinite, 0)
            if row:
                first = previous[0]
                if first <= column < first + len(previous[1]) and previous[1][column - first] + skip < best:
                    best, move = previous[1][column - first] + skip, 1
                if column and first <= column - 1 < first + len(previous[1]):
                    cost = previous[1][column - 1 - first] + distance(ours[row - 1], theirs[column - 1])
                    if cost < best:
                        best, move = cost, 3
            if column > low and costs[-1] + skip < best:
                best, move = costs[-1] + skip, 2
            costs.append(best)
            moves.append(move)
        previous = (low, costs)
        steps.append((low, moves))
    distances, row, column = [], count, other
    while row or column:
        low, moves = steps[row]
        move = moves[column - low]
        if move == 3:
            distances.append(distance(ours[row - 1], theirs[column - 1]))
        if move == 0:
            break
        row, column = row - (move & 1), column - (move >> 1)
    return distances, count - len(distances), other - len(distances)


def distance(one, other):
    return ((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5

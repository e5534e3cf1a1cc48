"""An SVG document that is written from top to bottom, and counts its shapes."""


class Drawing:
    def __init__(self):
        self.parts = []
        self.shapes = 0

    def add(self, text):
        """Adds text that is not a shape."""
        self.parts.append(text)

    def shape(self, text):
        self.shapes += 1
        self.parts.append(text)

    def open(self, attributes):
        self.parts.append(f"<g {attributes}>")

    def close(self):
        self.parts.append("</g>")

    def group(self, attributes, shapes):
        """Adds a group of shapes, or nothing if there are none."""
        inside = list(shapes)
        if not inside:
            return
        self.open(attributes)
        self.shapes += len(inside)
        self.parts += inside
        self.close()

    def text(self):
        return "\n".join(self.parts) + "\n"

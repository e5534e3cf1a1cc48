"""Charts by matplotlib, Vega, pygal, lets-plot, and, in Chromium, bokeh and plotly."""

import math
import pathlib
import urllib.parse

from drawings import chromium
from drawings.tools import drawing

MATPLOTLIB = "matplotlib==3.11.2"
VEGA = "vl-convert-python==1.9.0.post1"
PYGAL = "pygal==3.1.3"
BOKEH = "bokeh==3.9.2"
PLOTLY = "plotly==7.1.0"


def pyplot(font="none"):
    """Returns pyplot, which writes text as text, or as outlines with "path"."""
    import matplotlib
    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.fonttype": font, "svg.hashsalt": "drawings"})
    from matplotlib import pyplot as plot
    return plot


@drawing(MATPLOTLIB)
def matplotlib_lines(path):
    plot = pyplot("path")
    figure, axes = plot.subplots(figsize=(7, 4))
    for number, marker in enumerate("os^Dv*"):
        axes.plot(range(12), [math.sin(x / 2 + number) * (number + 1) for x in range(12)], marker=marker, linestyle="-:"[number % 2],
                  label=f"$\\alpha_{number}$")
    axes.set(title=r"Lines with $\int_0^\infty e^{-x^2}\,dx$", xlabel="time in s", ylabel="height in m")
    axes.grid(True, linestyle="--", alpha=0.4)
    axes.legend(ncols=2, shadow=True)
    figure.savefig(path)


@drawing(MATPLOTLIB)
def matplotlib_hatches(path):
    plot = pyplot()
    figure, axes = plot.subplots(figsize=(8, 5))
    for number, hatch in enumerate(["/", "\\\\", "|", "-", "+", "x", "o", "O", ".", "*"]):
        axes.bar(number, 3 + number % 4, hatch=hatch, color=plot.cm.viridis(number / 10), edgecolor="black", label=hatch)
        axes.text(number, 3.1 + number % 4, f"{number * 7.5:.1f} %", ha="center", rotation=30)
    axes.set(title="Hatches and rotated labels", ylabel="share")
    axes.set_xticks(range(10), [f"kind {number}" for number in range(10)], rotation=45)
    figure.tight_layout()
    figure.savefig(path)


@drawing(MATPLOTLIB)
def matplotlib_heatmap(path):
    plot = pyplot()
    figure, axes = plot.subplots(figsize=(6, 5))
    values = [[math.sin(x / 3) * math.cos(y / 4) for x in range(40)] for y in range(30)]
    image = axes.imshow(values, cmap="magma", interpolation="nearest")
    axes.contour(values, levels=6, colors="white", linewidths=0.7)
    figure.colorbar(image, label="value")
    axes.annotate("maximum", (5, 0), (15, 8), arrowprops={"arrowstyle": "->", "color": "cyan"}, color="cyan")
    figure.savefig(path)


@drawing(MATPLOTLIB)
def matplotlib_polar(path):
    plot = pyplot()
    figure, axes = plot.subplots(figsize=(5, 5), subplot_kw={"projection": "polar"})
    angles = [number * math.pi / 30 for number in range(61)]
    axes.fill(angles, [2 + math.cos(5 * angle) for angle in angles], alpha=0.4)
    axes.plot(angles, [1.5 + math.sin(3 * angle) for angle in angles], "r--")
    axes.set_title("Polar, clipped to its circle")
    figure.savefig(path)


@drawing(MATPLOTLIB)
def matplotlib_surface(path):
    plot = pyplot()
    import numpy
    figure, axes = plot.subplots(figsize=(6, 5), subplot_kw={"projection": "3d"})
    x, y = numpy.meshgrid(numpy.linspace(-3, 3, 40), numpy.linspace(-3, 3, 40))
    axes.plot_surface(x, y, numpy.sinc(numpy.hypot(x, y)), cmap="coolwarm", edgecolor="k", linewidth=0.2)
    axes.set(xlabel="x", ylabel="y", zlabel="sinc")
    figure.savefig(path)


def vega(path, specification):
    import vl_convert
    path.write_text(vl_convert.vegalite_to_svg(specification))


@drawing(VEGA)
def vega_bars(path):
    values = [{"part": part, "kind": kind, "count": (index * 7 + at * 5) % 23 + 2}
              for index, part in enumerate(["north", "east", "south", "west"]) for at, kind in enumerate("ABC")]
    vega(path, {
        "data": {"values": values}, "width": 360, "height": 240, "mark": {"type": "bar", "cornerRadius": 3},
        "title": {"text": "Counts by part", "subtitle": "stacked"},
        "encoding": {"x": {"field": "part", "type": "nominal", "axis": {"labelAngle": -30}},
                     "y": {"field": "count", "type": "quantitative", "aggregate": "sum"},
                     "color": {"field": "kind", "type": "nominal"}}})


@drawing(VEGA)
def vega_layers(path):
    values = [{"x": x / 4, "y": math.exp(-x / 30) * math.sin(x / 4), "low": math.sin(x / 4) - 0.4} for x in range(80)]
    gradient = {"gradient": "linear", "x1": 1, "y1": 1, "x2": 1, "y2": 0,
                "stops": [{"offset": 0, "color": "white"}, {"offset": 1, "color": "darkgreen"}]}
    place = {"x": {"field": "x", "type": "quantitative"}, "y": {"field": "y", "type": "quantitative"}}
    vega(path, {
        "data": {"values": values}, "width": 500, "height": 260,
        "layer": [{"mark": {"type": "area", "color": gradient, "line": {"color": "darkgreen"}}, "encoding": place},
                  {"mark": {"type": "point", "shape": "diamond", "filled": True, "size": 30, "opacity": 0.6}, "encoding": place},
                  {"mark": {"type": "rule", "strokeDash": [6, 3], "color": "red"}, "encoding": {"y": {"datum": 0.5}}}]})


@drawing(PYGAL)
def pygal_lines(path):
    import pygal
    chart = pygal.Line(js=[], fill=True, x_label_rotation=20, title="Browsers", interpolate="cubic")
    chart.x_labels = map(str, range(2002, 2013))
    chart.add("Firefox", [None, None, 0, 16.6, 25, 31, 36.4, 45.5, 46.3, 42.8, 37.1])
    chart.add("Chrome", [None, None, None, None, None, None, 0, 3.9, 10.8, 23.8, 35.3])
    chart.add("others", [14.2, 15.4, 15.3, 8.9, 9, 10.4, 8.9, 5.8, 6.7, 6.8, 7.5])
    chart.render_to_file(str(path))


@drawing(PYGAL)
def pygal_pie(path):
    import pygal
    from pygal.style import DarkStyle
    chart = pygal.Pie(js=[], inner_radius=0.4, style=DarkStyle, title="Shares", print_values=True)
    for name, share in [("one", 19.5), ("two", 36.6), ("three", 36.3), ("four", 4.5), ("five", 2.3)]:
        chart.add(name, share)
    chart.render_to_file(str(path))


@drawing("lets-plot==4.11.0")
def letsplot_points(path):
    from lets_plot import aes, geom_point, geom_smooth, ggplot, ggtitle
    LetsPlot = __import__("lets_plot").LetsPlot
    LetsPlot.setup_html(no_js=True)
    data = {"x": [x / 3 for x in range(60)], "y": [math.sin(x / 6) + (x * 37 % 11) / 12 for x in range(60)],
            "kind": ["abc"[x % 3] for x in range(60)]}
    plot = ggplot(data, aes("x", "y", color="kind")) + geom_point(size=4, alpha=0.7) + geom_smooth() + ggtitle("Points")
    path.write_text(plot.to_svg())


def in_chromium(page, expression):
    """Returns the value of an expression in a page, which is loaded from a file."""
    browser = chromium.Chromium(chromium.program())
    try:
        file = pathlib.Path("page.html").absolute()
        file.write_text(page, encoding="utf-8")
        browser.open(file.as_uri())
        return browser.evaluate(expression)
    finally:
        browser.close()


def bokeh(path, plot):
    from bokeh.embed import file_html
    from bokeh.resources import INLINE
    path.write_text(in_chromium(file_html(plot, INLINE, "plot"), """
        new Promise(done => {
          const wait = () => {
            const view = Bokeh.index.roots?.[0] ?? Object.values(Bokeh.index)[0];
            if (view) done(view.export("svg").ctx.get_serialized_svg(true)); else setTimeout(wait, 100);
          };
          wait();
        })"""), encoding="utf-8")


@drawing(BOKEH, packages=["chromium"], programs=["chromium"])
def bokeh_scatter(path):
    from bokeh.plotting import figure
    plot = figure(width=600, height=400, title="Scatter", output_backend="svg", x_axis_label="x", y_axis_label="y")
    for at, marker in enumerate(["circle", "square", "triangle", "diamond_cross", "hex"]):
        plot.scatter(x=[x + at / 5 for x in range(12)], y=[(x * 13 + at * 7) % 19 for x in range(12)], marker=marker, size=12,
                     fill_alpha=0.5, color=["navy", "firebrick", "olive", "orange", "teal"][at], legend_label=marker)
    bokeh(path, plot)


@drawing(BOKEH, packages=["chromium"], programs=["chromium"])
def bokeh_hatches(path):
    from bokeh.plotting import figure
    plot = figure(width=600, height=400, title="Hatched bars", output_backend="svg", y_range=list("abcdefgh"))
    patterns = ["diagonal_cross", "dot", "ring", "horizontal_line", "vertical_line", "cross", "right_diagonal_line", "spiral"]
    plot.hbar(y=list("abcdefgh"), right=[3, 5, 2, 7, 6, 4, 8, 5], height=0.7, fill_color="lightsteelblue", line_color="navy",
              hatch_pattern=patterns, hatch_color="navy")
    bokeh(path, plot)


def plotly(path, figure):
    address = in_chromium(figure.to_html(include_plotlyjs=True), """
        Plotly.toImage(document.querySelector(".plotly-graph-div"), {format: "svg", width: 800, height: 500})""")
    path.write_text(urllib.parse.unquote(address.partition(",")[2]), encoding="utf-8")


@drawing(PLOTLY, packages=["chromium"], programs=["chromium"])
def plotly_scatter(path):
    from plotly import graph_objects
    figure = graph_objects.Figure(layout={"title": {"text": "Scatter with <b>bold</b> and <i>italic</i>"}})
    for at in range(3):
        figure.add_scatter(x=list(range(20)), y=[(x * (at + 3) * 7) % 23 for x in range(20)], mode="lines+markers", name=f"trace {at}",
                           fill="tozeroy" if at == 0 else None, marker={"symbol": at, "size": 9})
    figure.add_annotation(x=10, y=20, text="a note<br>of two lines", showarrow=True, bgcolor="#ffd")
    plotly(path, figure)


@drawing(PLOTLY, packages=["chromium"], programs=["chromium"])
def plotly_sunburst(path):
    from plotly import graph_objects
    labels = ["all", "a", "b", "c", "a1", "a2", "b1", "c1", "c2", "c3"]
    parents = ["", "all", "all", "all", "a", "a", "b", "c", "c", "c"]
    figure = graph_objects.Figure(graph_objects.Sunburst(labels=labels, parents=parents, values=[0, 0, 0, 0, 4, 3, 6, 2, 5, 1]))
    plotly(path, figure)


@drawing(PLOTLY, packages=["chromium"], programs=["chromium"])
def plotly_heatmap(path):
    from plotly import graph_objects
    figure = graph_objects.Figure(graph_objects.Heatmap(
        z=[[(x * y) % 17 for x in range(30)] for y in range(20)], colorscale="Viridis"))
    plotly(path, figure)

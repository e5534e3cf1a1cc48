"""Diagrams by Graphviz, PlantUML, mscgen, schemdraw, WaveDrom, railroad-diagrams and drawsvg."""

import pathlib

from drawings.tools import drawing
from drawings.tools.plots import run


def graphviz(path, source, layout="dot"):
    path.write_bytes(run("dot", f"-K{layout}", "-Tsvg", input=source.encode()))


@drawing(packages=["graphviz"], programs=["dot"])
def graphviz_clusters(path):
    graphviz(path, """
        digraph G {
          graph [label="Build & release" fontname="Helvetica" rankdir=LR]; node [fontname="Helvetica" style=filled];
          subgraph cluster_a { label="compile"; style="rounded,filled"; color="#ddeeff"; a [shape=box fillcolor=white]; b; a -> b; }
          subgraph cluster_b { label="test"; style=dashed; c [shape=diamond fillcolor="gold:orange" gradientangle=90]; d [shape=cylinder]; c -> d; }
          b -> c [label="passes" color=green penwidth=2]; d -> a [style=dotted label="fails" fontcolor=red constraint=false];
          e [shape=doublecircle fillcolor="red;0.3:yellow" style=radial]; d -> e [arrowhead=odiamond];
        }""")


@drawing(packages=["graphviz"], programs=["dot"])
def graphviz_tables(path):
    graphviz(path, """
        digraph T {
          node [shape=plain fontname="Times"];
          one [label=<<table border="0" cellborder="1" cellspacing="0"><tr><td bgcolor="lightblue" colspan="2"><b>order</b></td></tr>
            <tr><td port="id">id</td><td>int</td></tr><tr><td>note</td><td><i>text</i><sub>2</sub></td></tr></table>>];
          two [shape=record label="{customer|{<id> id|name}|address\\nof delivery}"];
          one:id -> two:id [arrowhead=crow dir=both arrowtail=tee label="n : 1"];
        }""")


@drawing(packages=["graphviz"], programs=["dot"])
def graphviz_forces(path):
    edges = "".join(f"n{at} -- n{(at * 7 + 3) % 24};" for at in range(24))
    graphviz(path, f'graph F {{ node [shape=point width=0.15 color=navy]; edge [color="#80000080"]; bgcolor=transparent; {edges} }}', "neato")


def plantuml(path, source):
    name = pathlib.Path("diagram.puml")
    name.write_text(f"@startuml\n{source}\n@enduml\n")
    run("plantuml", "-tsvg", "-charset", "UTF-8", str(name.absolute()))
    path.write_bytes(pathlib.Path("diagram.svg").read_bytes())


PLANTUML = {"packages": ["plantuml", "graphviz"], "programs": ["plantuml", "dot"]}


@drawing(**PLANTUML)
def plantuml_sequence(path):
    plantuml(path, """
        title Login
        actor User
        participant "Web server" as Web #LightBlue
        database Store
        User -> Web : name, **password**
        activate Web
        Web -> Store : look up //name//
        Store --> Web : hash
        alt right
          Web --> User : <color:green>welcome</color>
        else wrong
          Web --> User : <color:red>refused</color>
        end
        deactivate Web
        note right of Store : a note\\nof two lines""")


@drawing(**PLANTUML)
def plantuml_classes(path):
    plantuml(path, """
        skinparam shadowing true
        abstract class Shape {
          #color : int
          +{abstract} area() : double
        }
        class Circle {
          -radius : double
          +area() : double
        }
        interface Drawable
        enum Color {
          RED
          GREEN
        }
        Shape <|-- Circle
        Drawable <|.. Shape
        Shape "1" o-- "n" Color : has""")


@drawing(**PLANTUML)
def plantuml_states(path):
    plantuml(path, """
        skinparam backgroundColor #EEF
        [*] --> Idle
        state Active {
          Idle2 --> Busy : work
          Busy --> Idle2 : done
        }
        Idle --> Active : start
        Active --> [*] : stop""")


@drawing(packages=["mscgen"], programs=["mscgen"])
def mscgen_chart(path):
    source = """msc { hscale = "1.2"; a [label="Client"], b [label="Server"], c [label="Store", linecolor="red"];
        a => b [label="request"]; b =>> c [label="query"]; c >> b [label="rows", textcolor="blue"];
        b box c [label="locked", textbgcolor="#ffe0a0"]; --- [label="later"]; b -> a [label="answer"]; a :> c [label="end"]; }"""
    pathlib.Path("chart.msc").write_text(source)
    run("mscgen", "-T", "svg", "-i", "chart.msc", "-o", str(path))


@drawing("schemdraw==0.23")
def schemdraw_circuit(path):
    import schemdraw
    from schemdraw import elements
    schemdraw.use("svg")
    with schemdraw.Drawing(file=str(path), show=False):
        elements.SourceV().up().label("5 V")
        elements.Resistor().right().label(r"$R_1$ = 2 kΩ")
        elements.Capacitor().down().label("0.1 μF", loc="bottom")
        elements.Line().left()
        elements.Ground()


@drawing("wavedrom==2.0.3.post3")
def wavedrom_timing(path):
    import wavedrom
    wavedrom.render("""{ "signal": [ { "name": "clk", "wave": "p....|..." },
        { "name": "data", "wave": "x.345x|=.x", "data": ["head", "body", "tail", "data"] },
        { "name": "request", "wave": "0.1..0|1.0" }, {}, { "name": "acknowledge", "wave": "1.....|01." } ],
        "head": { "text": "A handshake", "tick": 0 } }""").saveas(str(path))


@drawing("railroad-diagrams==3.0.1")
def railroad_syntax(path):
    import railroad
    diagram = railroad.Diagram(
        "SELECT", railroad.Optional("DISTINCT"), railroad.OneOrMore(railroad.Choice(0, railroad.NonTerminal("column"), "*"), ","),
        "FROM", railroad.NonTerminal("table"), railroad.Optional(railroad.Sequence("WHERE", railroad.NonTerminal("condition"))))
    with path.open("w") as file:
        diagram.writeStandalone(file.write)


@drawing("drawsvg==2.4.2")
def drawsvg_shapes(path):
    import drawsvg
    picture = drawsvg.Drawing(400, 300, origin="center")
    gradient = drawsvg.RadialGradient(0, 0, 120)
    gradient.add_stop(0, "white", 1)
    gradient.add_stop(1, "purple", 0.6)
    picture.append(drawsvg.Circle(0, 0, 120, fill=gradient, stroke="black"))
    arrow = drawsvg.Marker(-0.1, -0.51, 0.9, 0.5, scale=6, orient="auto")
    arrow.append(drawsvg.Lines(-0.1, 0.5, -0.1, -0.5, 0.9, 0, fill="red", close=True))
    route = drawsvg.Path(stroke="red", stroke_width=3, fill="none", marker_end=arrow).M(-150, 80).C(-40, -160, 40, 160, 150, -80)
    picture.append(route)
    picture.append(drawsvg.Text("along the curve it goes", 16, path=route, text_anchor="middle", startOffset="50%"))
    clip = drawsvg.ClipPath()
    clip.append(drawsvg.Rectangle(-60, -60, 120, 60))
    picture.append(drawsvg.Ellipse(0, 0, 90, 45, fill="gold", clip_path=clip))
    picture.append(drawsvg.Text(["Two lines", "in the middle"], 18, 0, 110, center=True))
    picture.save_svg(str(path))

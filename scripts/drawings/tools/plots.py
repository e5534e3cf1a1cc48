"""Plots by gnuplot, R, RRDtool and GNU plotutils."""

import math
import pathlib
import subprocess

from drawings.tools import drawing


def run(*command, **options):
    """Runs a program, which fails with what it says."""
    done = subprocess.run(command, capture_output=True, **options)
    if done.returncode:
        raise SystemExit((done.stderr or done.stdout).decode(errors="replace").strip() or f"{command[0]} failed")
    return done.stdout


def gnuplot(path, script, terminal="svg size 800,500 font 'DejaVu Sans,14'"):
    run("gnuplot", input=f"set terminal {terminal}\nset output '{path}'\n{script}\n".encode())


@drawing(packages=["gnuplot-nox"], programs=["gnuplot"])
def gnuplot_lines(path):
    gnuplot(path, """
        set title "Curves with {/Symbol a}, x^2 and x_{max}"
        set xlabel "angle"; set ylabel "value" rotate; set grid; set key top left box
        set label 1 "turned" at 2, 0.5 rotate by 45
        set arrow 1 from -5,-0.8 to -2,0 filled lw 2
        plot [-10:10] sin(x) lw 2, cos(x) dt 2, besj0(x) with linespoints pt 7, exp(-x**2) with filledcurves fs transparent solid 0.3
        """)


@drawing(packages=["gnuplot-nox"], programs=["gnuplot"])
def gnuplot_patterns(path):
    pathlib.Path("bars.txt").write_text("".join(f"k{x} {x % 4 + 2} {x % 3 + 1} {x % 5 + 1}\n" for x in range(7)))
    gnuplot(path, """
        set style data histograms; set style histogram clustered; set style fill pattern 1 border
        set boxwidth 0.9; set title "Patterns"; set xtics rotate by -30
        plot 'bars.txt' using 2:xtic(1) title 'one', '' using 3 title 'two', '' using 4 title 'three'
        """)


@drawing(packages=["gnuplot-nox"], programs=["gnuplot"])
def gnuplot_map(path):
    gnuplot(path, """
        set pm3d; set palette rgbformulae 33,13,10; set isosamples 30; set hidden3d
        set title "Colored surface"; splot [-3:3] [-3:3] sin(x*y) with pm3d
        """, "svg size 800,600 enhanced mousing")


@drawing(packages=["r-base-core", "r-cran-svglite"], programs=["Rscript"])
def r_svglite(path):
    run("Rscript", "--vanilla", "-e", f"""
        svglite::svglite("{path}", width = 8, height = 5)
        boxplot(len ~ supp * dose, ToothGrowth, col = c("gold", "darkgreen"), main = "Tooth growth", xlab = "dose", notch = FALSE)
        legend("topleft", c("orange juice", "ascorbic acid"), fill = c("gold", "darkgreen"))
        mtext(expression(alpha[i] + beta^2), side = 4)
        dev.off()""")


@drawing(packages=["r-base-core"], programs=["Rscript"])
def r_cairo(path):
    run("Rscript", "--vanilla", "-e", f"""
        svg("{path}", width = 7, height = 6)
        filled.contour(volcano, color.palette = terrain.colors, plot.title = title("A volcano"), nlevels = 12)
        dev.off()""")


@drawing(packages=["r-base-core", "r-cran-svglite"], programs=["Rscript"])
def r_shapes(path):
    run("Rscript", "--vanilla", "-e", f"""
        svglite::svglite("{path}", width = 6, height = 6)
        par(mfrow = c(2, 2))
        pie(c(3, 5, 2, 4), labels = c("a", "b", "c", "d"), density = c(10, 20, 30, 40), angle = c(0, 45, 90, 135))
        plot(1:25, pch = 1:25, cex = 1.5, bg = "red", main = "Symbols")
        image(volcano, col = heat.colors(20), useRaster = TRUE)
        curve(sin, 0, 7, lty = 4, lwd = 3); polygon(c(1, 3, 2), c(-1, -1, 1), density = 12, col = "blue")
        dev.off()""")


@drawing(packages=["rrdtool"], programs=["rrdtool"])
def rrdtool_graph(path):
    run("rrdtool", "create", "load.rrd", "--start", "1600000000", "--step", "300", "DS:load:GAUGE:600:0:U", "RRA:AVERAGE:0.5:1:300")
    values = [f"{1600000000 + 300 * at}:{3 + 2 * math.sin(at / 20):.3f}" for at in range(1, 290)]
    run("rrdtool", "update", "load.rrd", *values)
    run("rrdtool", "graph", str(path), "--imgformat", "SVG", "--start", "1600000000", "--end", "1600086000", "--width", "600",
        "--height", "200", "--title", "Load of a day", "DEF:load=load.rrd:load:AVERAGE", "AREA:load#99ccff:load", "LINE2:load#003366",
        "GPRINT:load:MAX:highest %5.2lf", env={"TZ": "UTC", "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": "/tmp"})


@drawing(packages=["plotutils"], programs=["graph"])
def plotutils_graph(path):
    points = "".join(f"{x / 10} {math.sin(x / 10) * x}\n" for x in range(100))
    path.write_bytes(run("graph", "-T", "svg", "-L", "Growing sine", "-X", "time", "-Y", "height", "-C", "-m", "2", "-S", "4",
                         input=points.encode()))

import ScrollableGraphView
import UIKit

final class Rainfall: ScrollableGraphViewDataSource {
    func value(forPlot plot: Plot, atIndex pointIndex: Int) -> Double {
        50 + 35 * sin(Double(pointIndex) * (plot.identifier == "bars" ? 0.7 : 0.4))
    }
    func label(atIndex pointIndex: Int) -> String { "day \(pointIndex)" }
    func numberOfPoints() -> Int { 30 }
}

let rainfall = Rainfall()

/// A smooth line filled with a gradient, dots and bars over reference lines, scrolled by three points.
func makeView() -> UIView {
    let graph = ScrollableGraphView(frame: CGRect(x: 0, y: 0, width: 400, height: 260), dataSource: rainfall)
    graph.shouldAnimateOnStartup = false
    graph.dataPointSpacing = 50
    graph.backgroundFillColor = .white
    let line = LinePlot(identifier: "line")
    line.lineColor = .systemBlue
    line.lineStyle = .smooth
    line.shouldFill = true
    line.fillType = .gradient
    line.fillGradientStartColor = .systemBlue
    line.fillGradientEndColor = .systemTeal
    let dots = DotPlot(identifier: "line")
    dots.dataPointFillColor = .systemRed
    let bars = BarPlot(identifier: "bars")
    bars.barColor = UIColor.systemOrange.withAlphaComponent(0.5)
    bars.shouldRoundBarCorners = true
    let references = ReferenceLines()
    references.referenceLineLabelFont = .boldSystemFont(ofSize: 8)
    references.referenceLineColor = .systemGray
    references.dataPointLabelColor = .darkGray
    graph.addReferenceLines(referenceLines: references)
    for plot in [line, bars, dots] as [Plot] { graph.addPlot(plot: plot) }
    return graph
}

func use(_ view: UIView, in window: UIWindow) {
    _ = window.screen.frame()
    (view as? UIScrollView)?.contentOffset.x = 150
}

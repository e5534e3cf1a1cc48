import DGCharts
import UIKit

private let size = CGSize(width: 180, height: 135)

/// Records the delegate messages of a chart.
private final class Watcher: ChartViewDelegate {
    var (selected, scaled, moved, ended, stopped) = ([Double](), 0, 0, 0, 0)

    func chartValueSelected(_ chartView: ChartViewBase, entry: ChartDataEntry, highlight: Highlight) {
        selected.append(entry.x)
    }
    func chartScaled(_ chartView: ChartViewBase, scaleX: CGFloat, scaleY: CGFloat) { scaled += 1 }
    func chartTranslated(_ chartView: ChartViewBase, dX: CGFloat, dY: CGFloat) { moved += 1 }
    func chartViewDidEndPanning(_ chartView: ChartViewBase) { ended += 1 }
    func chartView(_ chartView: ChartViewBase, animatorDidStop animator: Animator) { stopped += 1 }
}

/// Three charts while they grow, one under fingers, and a pie that is turned.
func makeView() -> UIView {
    sheet([
        (
            "bars, at 0, 25, 50 and 100 % of an animation of their height",
            growing(bars()) { $0.animate(yAxisDuration: 2) }
        ),
        (
            "lines, of both axes, as easeOutBounce has it",
            growing(lines()) {
                $0.animate(xAxisDuration: 2, yAxisDuration: 1, easingOption: .easeOutBounce)
            }
        ),
        (
            "a pie, of both its angles",
            growing(pie()) { $0.animate(xAxisDuration: 2, yAxisDuration: 2, easingOption: .easeInOutQuad) }
        ),
        ("bars: a tap, two fingers, one, and where they come to rest", underFingers()),
        ("a pie: turned by a finger, and on from there", turned()),
    ])
}

private func bars() -> BarChartView {
    let chart = BarChartView(frame: CGRect(origin: .zero, size: size))
    let set = BarChartDataSet(
        entries: (0..<12).map { BarChartDataEntry(x: Double($0), y: 10 + 8 * sin(Double($0) * 0.9)) }, label: "rain")
    set.colors = ChartColorTemplates.material()
    let data = BarChartData(dataSet: set)
    data.setDrawValues(false)
    chart.data = data
    chart.xAxis.labelPosition = .bottom
    chart.leftAxis.axisMinimum = 0
    return chart
}

private func lines() -> LineChartView {
    let chart = LineChartView(frame: CGRect(origin: .zero, size: size))
    func set(_ label: String, _ color: UIColor, _ value: (Double) -> Double) -> LineChartDataSet {
        let set = LineChartDataSet(
            entries: (0..<10).map { ChartDataEntry(x: Double($0), y: value(Double($0))) }, label: label)
        set.colors = [color]
        set.circleColors = [color]
        set.circleRadius = 3
        set.circleHoleRadius = 1.5
        set.drawValuesEnabled = false
        return set
    }
    let smooth = set("smooth", .systemBlue) { 20 + 12 * sin($0) }
    smooth.mode = .cubicBezier
    smooth.drawFilledEnabled = true
    let colors = [UIColor.systemBlue.withAlphaComponent(0).cgColor, UIColor.systemBlue.cgColor]
    if let gradient = CGGradient(colorsSpace: nil, colors: colors as CFArray, locations: [0, 1]) {
        smooth.fill = LinearGradientFill(gradient: gradient, angle: 90)
    }
    let stepped = set("steps", .systemOrange) { 15 + $0 }
    stepped.mode = .stepped
    let dashed = set("dash", .systemGreen) { 30 - 2 * $0 }
    dashed.lineDashLengths = [5, 3]
    chart.data = LineChartData(dataSets: [smooth, stepped, dashed])
    return chart
}

private func pie() -> PieChartView {
    let chart = PieChartView(frame: CGRect(origin: .zero, size: size))
    let set = PieChartDataSet(
        entries: [("A", 40.0), ("B", 25), ("C", 20), ("D", 15)].map { PieChartDataEntry(value: $1, label: $0) },
        label: "shares")
    set.colors = ChartColorTemplates.joyful()
    set.sliceSpace = 2
    set.valueFont = .systemFont(ofSize: 8)
    chart.data = PieChartData(dataSet: set)
    chart.centerText = "all"
    chart.drawEntryLabelsEnabled = false
    return chart
}

private func growing<Chart: ChartViewBase>(_ chart: Chart, _ animate: (Chart) -> Void) -> [UIImage] {
    let watcher = Watcher()
    chart.delegate = watcher
    let stage = Stage(size: size) {
        chart
    } use: {
        animate($0)
    }
    var pictures = [stage.picture]
    for part in [0.25, 0.25, 0.5] {
        stage.frame(after: 2 * part, frames: 5)
        // Lest rounding leave it short of the last value.
        stage.frame(after: 1e-6)
        pictures.append(stage.picture)
    }
    stage.frame(after: 1)
    check(
        watcher.stopped == 1 && chart.chartAnimator.phaseX == 1 && chart.chartAnimator.phaseY == 1,
        "\(type(of: chart)) has grown by \(chart.chartAnimator.phaseX), \(chart.chartAnimator.phaseY), ended \(watcher.stopped) times"
    )
    check(!stage.screen.isFramePending, "\(type(of: chart)) asks for frames when it has grown")
    return pictures
}

private func underFingers() -> [UIImage] {
    let (chart, watcher) = (bars(), Watcher())
    chart.delegate = watcher
    let stage = Stage(size: size) { chart }
    let port = chart.viewPortHandler
    stage.act { stage.fingers.tap(at: chart.pixelForValues(x: 2, y: 5, axis: .left), timestamp: stage.clock.now) }
    stage.frame(after: 1)
    check(watcher.selected == [2], "a tap selected \(watcher.selected)")
    var pictures = [stage.picture]

    // Two fingers that go apart make it three times as wide, about the middle between them.
    let before = chart.valueForTouchPoint(point: CGPoint(x: 100, y: 60), axis: .left).x
    stage.move(
        [(CGPoint(x: 80, y: 60), CGPoint(x: 40, y: 60)), (CGPoint(x: 120, y: 60), CGPoint(x: 160, y: 60))],
        after: 0.5, frames: 10)
    stage.lift()
    let after = chart.valueForTouchPoint(point: CGPoint(x: 100, y: 60), axis: .left).x
    check(
        port.scaleX > 2 && port.scaleX <= 3.0001 && port.scaleY == 1,
        "two fingers made it \(port.scaleX), \(port.scaleY)")
    check(
        abs(after - before) < 0.5 && watcher.scaled > 5, "what was between the fingers went from \(before) to \(after)")
    pictures.append(stage.picture)

    let (start, scale) = (port.transX, port.scaleX)
    stage.move(from: CGPoint(x: 150, y: 80), to: CGPoint(x: 90, y: 80), after: 0.2, frames: 10)
    let way = port.transX - start
    check(
        way < -40 && way >= -60 && port.scaleX == scale && watcher.moved > 3,
        "a finger on a way of -60 moved it by \(way)")
    pictures.append(stage.picture)

    stage.lift()
    check(watcher.ended == 1, "no end of panning")
    let lifted = port.transX
    stage.frame(after: 3, frames: 180)
    check(
        port.transX < lifted && !stage.screen.isFramePending,
        "it went from \(lifted) to \(port.transX)\(stage.screen.isFramePending ? ", and on" : "")")
    pictures.append(stage.picture)
    return pictures
}

private func turned() -> [UIImage] {
    let chart = pie()
    let stage = Stage(size: size) { chart }
    var pictures = [stage.picture]
    let start = chart.rotationAngle
    // From the right of the middle to under it: clockwise.
    let middle = chart.centerOffsets
    stage.move(
        from: CGPoint(x: middle.x + 45, y: middle.y), to: CGPoint(x: middle.x, y: middle.y + 45), after: 0.5, frames: 20
    )
    let angle = chart.rotationAngle
    let turn = (angle - start + 360).truncatingRemainder(dividingBy: 360)
    check(turn > 60 && turn <= 90.01, "a quarter turn of a finger turned the pie by \(turn) degrees")
    pictures.append(stage.picture)
    stage.lift()
    stage.frame(after: 3, frames: 180)
    check(chart.rotationAngle != angle && !stage.screen.isFramePending, "it does not turn on, or does not come to rest")
    pictures.append(stage.picture)
    return pictures
}

func use(_ view: UIView, in window: UIWindow) {}

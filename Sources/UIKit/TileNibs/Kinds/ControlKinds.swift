import Foundation
import TileDrawing
import TileViews

enum ControlKinds {
    static let kinds: [NibKind] = [slider, toggle, segments, stepper, pages, progress, activity, refresh]

    private static let slider = NibKind.view("slider", UISlider.self) { slider, reader in
        ButtonKind.configureControl(slider, reader)
        // The limits come first because they restrict the value.
        if let number = reader.number("minValue") { slider.minimumValue = Float(number) }
        if let number = reader.number("maxValue") { slider.maximumValue = Float(number) }
        if let number = reader.number("value") { slider.value = Float(number) }
        if let isOn = reader.flag("continuous") { slider.isContinuous = isOn }
        if let image = reader.image("minimumValueImage") { slider.minimumValueImage = image }
        if let image = reader.image("maximumValueImage") { slider.maximumValueImage = image }
        if let color = reader.color("minimumTrackTintColor") { slider.minimumTrackTintColor = color }
        if let color = reader.color("maximumTrackTintColor") { slider.maximumTrackTintColor = color }
        if let color = reader.color("thumbTintColor") { slider.thumbTintColor = color }
    }

    private static let toggle = NibKind.view("switch", UISwitch.self) { toggle, reader in
        ButtonKind.configureControl(toggle, reader)
        if let isOn = reader.flag("on") { toggle.isOn = isOn }
        if let color = reader.color("onTintColor") { toggle.onTintColor = color }
        if let color = reader.color("thumbTintColor") { toggle.thumbTintColor = color }
        if let text = reader.text("title") { toggle.title = text }
        reader.pass("onImage", "offImage", "preferredStyle")
    }

    private static let segments = NibKind.view("segmentedControl", UISegmentedControl.self) { control, reader in
        ButtonKind.configureControl(control, reader)
        reader.pass("segmentControlStyle", "springLoaded")
        for (index, element) in reader.list("segments").enumerated() where element.name == "segment" {
            let segment = ElementReader(element, reader.reading)
            if let image = segment.image("image") {
                control.insertSegment(with: image, at: index, animated: false)
            } else {
                control.insertSegment(withTitle: segment.text("title") ?? "", at: index, animated: false)
            }
            if let isOn = segment.flag("enabled") { control.setEnabled(isOn, forSegmentAt: index) }
            if let width = segment.length("width"), width >= 0 { control.setWidth(width, forSegmentAt: index) }
            if let offset = segment.size("contentOffset") { control.setContentOffset(offset, forSegmentAt: index) }
            segment.noteRest()
        }
        if let isOn = reader.flag("momentary") { control.isMomentary = isOn }
        if let isOn = reader.flag("apportionsSegmentWidthsByContent") {
            control.apportionsSegmentWidthsByContent = isOn
        }
        if let color = reader.color("selectedSegmentTintColor") { control.selectedSegmentTintColor = color }
        if let index = reader.integer("selectedSegmentIndex"), (-1..<control.numberOfSegments).contains(index) {
            control.selectedSegmentIndex = index
        }
    }

    private static let stepper = NibKind.view("stepper", UIStepper.self) { stepper, reader in
        ButtonKind.configureControl(stepper, reader)
        // UIKit traps if the minimum exceeds the maximum, and a document can contain any numbers.
        let (low, high) = (reader.number("minimumValue") ?? 0, reader.number("maximumValue") ?? 100)
        if low < high {
            if low < stepper.maximumValue {
                stepper.minimumValue = low
                stepper.maximumValue = high
            } else {
                stepper.maximumValue = high
                stepper.minimumValue = low
            }
        } else {
            reader.note(.property, "minimumValue is not less than maximumValue")
        }
        if let step = reader.number("stepValue"), step > 0 { stepper.stepValue = step }
        if let number = reader.number("value") { stepper.value = number }
        if let isOn = reader.flag("continuous") { stepper.isContinuous = isOn }
        if let isOn = reader.flag("autorepeat") { stepper.autorepeat = isOn }
        if let isOn = reader.flag("wraps") { stepper.wraps = isOn }
    }

    private static let pages = NibKind.view("pageControl", UIPageControl.self) { control, reader in
        ButtonKind.configureControl(control, reader)
        if let count = reader.integer("numberOfPages") { control.numberOfPages = min(max(0, count), 1000) }
        if let page = reader.integer("currentPage"), page >= 0 { control.currentPage = page }
        if let isOn = reader.flag("hidesForSinglePage") { control.hidesForSinglePage = isOn }
        if let isOn = reader.flag("defersCurrentPageDisplay") { control.defersCurrentPageDisplay = isOn }
        if let color = reader.color("pageIndicatorTintColor") { control.pageIndicatorTintColor = color }
        if let color = reader.color("currentPageIndicatorTintColor") { control.currentPageIndicatorTintColor = color }
        reader.pass("backgroundStyle", "preferredIndicatorImage", "direction")
    }

    private static let progress = NibKind.view("progressView", UIProgressView.self) { view, reader in
        if let style = reader.choice("progressViewStyle", ["default": UIProgressView.Style.default, "bar": .bar]) {
            view.progressViewStyle = style
        }
        if let number = reader.number("progress") { view.progress = Float(number) }
        if let color = reader.color("progressTintColor") { view.progressTintColor = color }
        if let color = reader.color("trackTintColor") { view.trackTintColor = color }
        if let image = reader.image("progressImage") { view.progressImage = image }
        if let image = reader.image("trackImage") { view.trackImage = image }
    }

    private static let activity = NibKind.view("activityIndicatorView", UIActivityIndicatorView.self) { view, reader in
        let styles: [String: UIActivityIndicatorView.Style] = [
            "white": .white, "whiteLarge": .whiteLarge, "gray": .gray, "medium": .medium, "large": .large,
        ]
        if let style = reader.choice("style", styles) { view.style = style }
        if let color = reader.color("color") { view.color = color }
        if let isOn = reader.flag("hidesWhenStopped") { view.hidesWhenStopped = isOn }
        if reader.flag("animating") == true { view.startAnimating() }
    }

    private static let refresh = NibKind.view("refreshControl", UIRefreshControl.self) { control, reader in
        ButtonKind.configureControl(control, reader)
        if let text = reader.attributedText("attributedTitle") { control.attributedTitle = text }
    }
}

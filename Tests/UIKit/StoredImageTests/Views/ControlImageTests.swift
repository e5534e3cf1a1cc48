import Foundation
import Testing
import TileDrawing
import TileGraphics
import TileLayers
import TileViews

@Suite("Controls and transitions as stored")
struct ControlImageTests {
    private func controls() -> [UIView] {
        let (on, off, disabled, own) = (UISwitch(), UISwitch(), UISwitch(), UISwitch())
        for control in [on, disabled, own] { control.isOn = true }
        disabled.isEnabled = false
        (own.onTintColor, own.thumbTintColor) = (.systemOrange, .systemYellow)
        let slider = UISlider(frame: CGRect(x: 0, y: 0, width: 104, height: 31))
        slider.value = 0.4
        let bar = UIProgressView(progressViewStyle: .default)
        bar.frame = CGRect(x: 0, y: 12, width: 104, height: 4)
        bar.progress = 0.6
        let pages = UIPageControl()
        (pages.numberOfPages, pages.currentPage, pages.currentPageIndicatorTintColor) = (4, 1, .systemBlue)
        pages.sizeToFit()
        let wheel = UIActivityIndicatorView(style: .large)
        wheel.hidesWhenStopped = false
        return [on, off, disabled, own, slider, bar, pages, wheel]
    }

    /// In a window of its own for each row's style.
    @Test("switches, a slider, a progress view, a page control and an indicator, in light and in dark")
    func standard() throws {
        try expectImage(
            "controls",
            Sheet(columns: 4, width: 112, height: 44).views(
                [UIUserInterfaceStyle.light, .dark].flatMap { style in
                    controls().map { control in
                        let holder = UIView(frame: CGRect(x: 0, y: 0, width: 112, height: 44))
                        holder.overrideUserInterfaceStyle = style
                        holder.backgroundColor = .systemBackground
                        control.frame.origin.x += 4
                        control.frame.origin.y += 4
                        holder.addSubview(control)
                        return holder
                    }
                }))
    }

    private func tracks() -> [UISlider] {
        let sliders = (0..<8).map { _ in UISlider(frame: CGRect(x: 0, y: 0, width: 152, height: 31)) }
        sliders[0].trackConfiguration = .init(numberOfTicks: 5)
        sliders[1].trackConfiguration = .init(
            allowsTickValuesOnly: false, neutralValue: 0.5, ticks: [.init(position: 0.5)])
        sliders[2].trackConfiguration = .init(enabledRange: 0.25...0.75, numberOfTicks: 9)
        sliders[4].trackConfiguration = .init(allowsTickValuesOnly: false, numberOfTicks: 5)
        sliders[5].trackConfiguration = .init(allowsTickValuesOnly: false, neutralValue: 0.5, ticks: [])
        sliders[7].trackConfiguration = .init(numberOfTicks: 5)
        for slider in sliders[3...5] { slider.sliderStyle = .thumbless }
        (sliders[5].minimumTrackTintColor, sliders[6].isEnabled) = (.systemOrange, false)
        sliders[7].semanticContentAttribute = .forceRightToLeft
        for (slider, value) in zip(sliders, [0.25, 0.2, 0.9, 0.4, 0.6, 0.8, 0.5, 0.75] as [Float]) {
            slider.value = value
        }
        return sliders
    }

    @Test("sliders with ticks, a neutral value, an enabled range, without thumbs and from right to left")
    func sliderTracks() throws {
        try expectImage(
            "slider-tracks",
            Sheet(columns: 4, width: 168, height: 44).views(
                [UIUserInterfaceStyle.light, .dark].flatMap { style in
                    tracks().map { slider in
                        let holder = UIView(frame: CGRect(x: 0, y: 0, width: 168, height: 44))
                        holder.overrideUserInterfaceStyle = style
                        holder.backgroundColor = .systemBackground
                        slider.frame.origin = CGPoint(x: 8, y: 6)
                        holder.addSubview(slider)
                        return holder
                    }
                }))
    }

    private func choices() -> [UIView] {
        let plain = UISegmentedControl(items: ["Day", "Week", "Month"])
        plain.selectedSegmentIndex = 0
        let tinted = UISegmentedControl(items: ["Day", "Week", "Month"])
        (tinted.selectedSegmentIndex, tinted.selectedSegmentTintColor) = (2, .systemYellow)
        tinted.setEnabled(false, forSegmentAt: 1)
        let byContent = UISegmentedControl(items: ["A", "Longer", "B"])
        (byContent.apportionsSegmentWidthsByContent, byContent.selectedSegmentIndex) = (true, 1)
        let none = UISegmentedControl(items: ["One", "Two", "Three", "Four"])
        let (low, middle, disabled) = (UIStepper(), UIStepper(), UIStepper())
        for stepper in [middle, disabled] { stepper.value = 5 }
        disabled.isEnabled = false
        for control in [plain, tinted, byContent, none] {
            control.frame = CGRect(x: 0, y: 6, width: 184, height: 32)
            for state in [UIControl.State.normal, .selected] {
                control.setTitleTextAttributes(
                    [.font: state == .selected ? Font.bold(12) : Font.regular(12)], for: state)
            }
        }
        for control in [low, middle, disabled] { control.frame.origin.y = 6 }
        return [plain, tinted, byContent, none, low, middle, disabled, refreshing()]
    }

    /// A scroll view with a refresh control and a stripe of content below it.
    private func refreshing() -> UIScrollView {
        let scrollView = UIScrollView(frame: CGRect(x: -4, y: -4, width: 192, height: 72))
        let content = UIView(frame: CGRect(x: 0, y: 0, width: 192, height: 300))
        content.backgroundColor = .secondarySystemBackground
        scrollView.addSubview(content)
        scrollView.contentSize = content.bounds.size
        let refresh = UIRefreshControl()
        refresh.attributedTitle = NSAttributedString(
            string: "Loading", attributes: [.font: Font.regular(11), .foregroundColor: UIColor.secondaryLabel])
        scrollView.refreshControl = refresh
        refresh.beginRefreshing()
        scrollView.contentOffset.y = -60
        return scrollView
    }

    @Test("segmented controls, steppers and a control that refreshes, in light and in dark")
    func choosing() throws {
        try expectImage(
            "controls-of-choice",
            Sheet(columns: 4, width: 192, height: 72).views(
                [UIUserInterfaceStyle.light, .dark].flatMap { style in
                    choices().map { control in
                        let holder = UIView(frame: CGRect(x: 0, y: 0, width: 192, height: 72))
                        holder.overrideUserInterfaceStyle = style
                        holder.backgroundColor = .systemBackground
                        control.frame.origin.x += 4
                        control.frame.origin.y += 4
                        holder.addSubview(control)
                        return holder
                    }
                }))
    }

    @Test("each transition of views at a quarter, half and three quarters of its time")
    func transitions() throws {
        let options: [UIView.AnimationOptions] = [
            .transitionCrossDissolve, .transitionFlipFromLeft, .transitionFlipFromTop, .transitionCurlUp,
            .transitionCurlDown,
        ]
        let sheet = Sheet(columns: 3, width: 100, height: 80)
        let pictures = try options.flatMap { option in
            try [0.25, 0.5, 0.75].map { part in try picture(option, at: part) }
        }
        try expectImage(
            "view-transitions",
            sheet.drawing(
                pictures.map { picture in
                    { context in UIImage(cgImage: picture, scale: 2, orientation: .up).draw(at: .zero) }
                }))
    }

    private func picture(_ option: UIView.AnimationOptions, at part: Double) throws -> CGImage {
        let screen = UIScreen(size: CGSize(width: 100, height: 80), scale: 2)
        let clock = VirtualClock()
        screen.clock = clock
        let window = UIWindow(screen: screen)
        window.backgroundColor = .white
        let card = UIView(frame: CGRect(x: 10, y: 10, width: 80, height: 60))
        card.backgroundColor = .systemOrange
        let band = UIView(frame: CGRect(x: 10, y: 10, width: 60, height: 12))
        band.backgroundColor = .systemRed
        card.addSubview(band)
        window.addSubview(card)
        window.isHidden = false
        _ = screen.frame()
        UIView.transition(with: card, duration: 1, options: [option, .curveLinear]) {
            card.backgroundColor = .systemTeal
            band.backgroundColor = .systemBlue
        }
        _ = screen.frame()
        clock.advance(by: part)
        return CGImage(bitmap: try screen.frame().bitmap(screen.bounds, scale: 2))
    }
}

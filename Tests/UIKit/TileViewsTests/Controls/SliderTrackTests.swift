import Foundation
import Testing
import TileLayers

@testable import TileViews

@Suite("Tracks of sliders")
struct SliderTrackTests {
    private func slider(_ configuration: UISlider.TrackConfiguration, to maximum: Float = 1) -> UISlider {
        let slider = UISlider(frame: CGRect(x: 0, y: 0, width: 128, height: 31))
        slider.maximumValue = maximum
        slider.trackConfiguration = configuration
        return slider
    }

    /// The expected numbers are those of a phone with iOS 26.1.
    @Test("ticks are at equal distances, and a value set between them snaps to the nearest")
    func ticks() {
        let six = UISlider.TrackConfiguration(numberOfTicks: 6)
        #expect(six.ticks.map(\.position) == [0, 0.2, 0.4, 0.6, 0.8, 1])
        #expect(six.allowsTickValuesOnly && six.neutralValue == 0 && six.enabledRange == 0...1)
        let slider = slider(six, to: 5)
        for (set, shown): (Float, Float) in [(0.4, 0), (0.6, 1), (2.49, 2), (2.51, 3), (5, 5)] {
            slider.value = set
            #expect(slider.value == shown)
        }
        slider.trackConfiguration?.allowsTickValuesOnly = false
        slider.value = 2.49
        #expect(slider.value == 2.49)
        for count in [-1, 0] {
            slider.trackConfiguration = UISlider.TrackConfiguration(numberOfTicks: count)
            #expect(slider.trackConfiguration?.ticks == [] && slider.value == 2.49)
        }
        slider.trackConfiguration = UISlider.TrackConfiguration(numberOfTicks: 1)
        #expect(slider.value == 0)
    }

    @Test("an enabled range limits values, and ticks outside it are not chosen")
    func enabledRange() {
        let slider = slider(.init(enabledRange: 0.3...0.7, numberOfTicks: 5), to: 100)
        #expect(slider.value == 50)
        slider.trackConfiguration?.allowsTickValuesOnly = false
        for (set, shown): (Float, Float) in [(10, 30), (55, 55), (90, 70)] {
            slider.value = set
            #expect(abs(slider.value - shown) < 1e-5)
        }
        slider.trackConfiguration = .init(enabledRange: 0.1...0.2, numberOfTicks: 3)
        #expect(slider.value == 20)
        slider.trackConfiguration = .init(
            enabledRange: -4...9,
            ticks: [.nan, -.infinity, 7, 0.5].map { UISlider.TrackConfiguration.Tick(position: $0) })
        slider.value = 60
        #expect(slider.value == 50 && slider.trackConfiguration?.positions == [0, 0.5, 1])
        slider.trackConfiguration = .init(ticks: [.init(position: .nan, title: "No"), .init(position: 0, title: "Off")])
        #expect(slider.value == 0 && slider.accessibilityValue == "Off")
    }

    @Test("the fill starts at the neutral value, on either side and in both directions")
    func neutralValue() {
        let slider = slider(.init(allowsTickValuesOnly: false, neutralValue: 0.5, ticks: []))
        let fill = slider.subviews[2]
        for (direction, value, frame): (UISemanticContentAttribute, Float, CGRect) in [
            (.forceLeftToRight, 0.75, CGRect(x: 64, y: 13.5, width: 25, height: 4)),
            (.forceLeftToRight, 0.25, CGRect(x: 39, y: 13.5, width: 25, height: 4)),
            (.forceRightToLeft, 0.75, CGRect(x: 39, y: 13.5, width: 25, height: 4)),
            (.forceRightToLeft, 0.5, CGRect(x: 64, y: 13.5, width: 0, height: 4)),
        ] {
            slider.semanticContentAttribute = direction
            slider.value = value
            slider.setNeedsLayout()
            slider.layoutIfNeeded()
            #expect(fill.frame == frame)
        }
    }

    @Test("a finger drags from tick to tick, with an event for each")
    func drag() {
        let rig = ControlRig(slider(.init(numberOfTicks: 3)))
        rig.touch(.began, x: 14, y: 15)
        for x in [30.0, 38, 40, 60, 90, 500] { rig.touch(.moved, x: x, y: 15) }
        rig.touch(.ended, x: 500, y: 15)
        #expect(rig.control.value == 1 && rig.changes == 2)
    }

    @Test("without a thumb, a finger drags from anywhere, and the track has its whole width")
    func thumbless() {
        let slider = UISlider(frame: CGRect(x: 0, y: 0, width: 100, height: 31))
        slider.sliderStyle = .thumbless
        let rig = ControlRig(slider)
        slider.value = 0.25
        rig.frame()
        #expect(slider.trackRect(forBounds: slider.bounds) == CGRect(x: 0, y: 11.5, width: 100, height: 8))
        #expect(slider.subviews[2].frame == CGRect(x: 0, y: 11.5, width: 25, height: 8))
        rig.touch(.began, x: 60, y: 15)
        #expect(slider.value == 0.25)
        rig.touch(.moved, x: 85, y: 15)
        #expect(slider.value == 0.5 && rig.changes == 1)
    }

    @Test("a view for ticks exists only while there are some, and adjustments go from tick to tick")
    func partsAndAdjustment() {
        let slider = UISlider(frame: CGRect(x: 0, y: 0, width: 128, height: 31))
        let parts = slider.subviews.count
        slider.trackConfiguration = .init(ticks: [
            .init(position: 0, title: "Slow"), .init(position: 0.25), .init(position: 1, title: "Fast"),
        ])
        #expect(slider.subviews.count == parts + 1 && slider.accessibilityValue == "Slow")
        slider.accessibilityIncrement()
        #expect(slider.value == 0.25 && slider.accessibilityValue == "25%")
        slider.accessibilityIncrement()
        slider.accessibilityIncrement()
        #expect(slider.value == 1 && slider.accessibilityValue == "Fast")
        slider.accessibilityDecrement()
        #expect(slider.value == 0.25)
        slider.trackConfiguration = nil
        #expect(slider.subviews.count == parts)
    }
}

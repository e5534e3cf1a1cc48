import Foundation
import Observation
import Testing
import TileDrawing

@testable import TileControllers
@testable import TileViews

/// A model with an observable property.
@Observable
private final class Model {
    var name = "a"
}

/// A controller that records its updates, each of which reads the model if it is among `reading`.
private final class UpdatingController: UIViewController {
    let model = Model()
    var log: [String] = []
    var reading: Set<String> = []

    private func note(_ update: String) { log.append(reading.contains(update) ? "\(update) \(model.name)" : update) }

    override func viewDidLoad() { note("load") }

    override func updateProperties() {
        super.updateProperties()
        note("properties")
    }

    override func viewWillLayoutSubviews() { note("will") }
    override func viewDidLayoutSubviews() { note("did") }

    override func updateViewConstraints() {
        note("constraints")
        super.updateViewConstraints()
    }

    override func updateContentUnavailableConfiguration(using state: UIContentUnavailableConfigurationState) {
        note("unavailable")
    }

    func takeLog() -> [String] {
        defer { log = [] }
        return log
    }
}

@Suite("Updates of controllers' properties")
struct ControllerUpdateTests {
    private let screen = UIScreen(size: CGSize(width: 100, height: 100), scale: 1)
    private let window: UIWindow
    private let controller = UpdatingController()

    init() { window = UIWindow(screen: screen) }

    private func show() {
        window.rootViewController = controller
        window.makeKeyAndVisible()
        _ = screen.frame()
    }

    @Test("The first update follows the loading of the view and precedes its layout; later ones come on request")
    func order() {
        show()
        #expect(
            controller.takeLog().filter { $0 != "constraints" && $0 != "unavailable" } == [
                "load", "properties", "will", "did",
            ])
        controller.setNeedsUpdateProperties()
        let work = screen.layerHost.counting { _ = screen.frame() }
        #expect(controller.takeLog() == ["properties"] && work.propertyUpdates == 1 && work.layersLaidOut == 0)
        controller.setNeedsUpdateProperties()
        controller.updatePropertiesIfNeeded()
        #expect(controller.takeLog() == ["properties"])
        _ = screen.frame()
        #expect(controller.log.isEmpty)
    }

    @Test("A request before the view has loaded waits for it")
    func unloaded() {
        controller.setNeedsUpdateProperties()
        controller.updatePropertiesIfNeeded()
        #expect(controller.log.isEmpty)
        show()
        #expect(controller.log.filter { $0 == "properties" }.count == 1)
    }

    @Test(
        "A changed property causes the update that has read it",
        arguments: ["properties", "will", "did", "constraints", "unavailable"])
    func tracked(_ update: String) {
        controller.reading = [update]
        controller.setNeedsUpdateContentUnavailableConfiguration()
        show()
        #expect(controller.takeLog().contains("\(update) a"))
        for name in ["b", "c"] {
            controller.model.name = name
            _ = screen.frame()
            let expected: [String] =
                switch update {
                case "properties": ["properties \(name)"]
                case "will": ["will \(name)", "did"]
                case "did": ["will", "did \(name)"]
                case "constraints": ["constraints \(name)", "will", "did"]
                default: ["unavailable \(name)", "will", "did"]
                }
            #expect(controller.takeLog() == expected)
            #expect(!screen.isFramePending)
        }
    }

    @Test("A change of traits causes an update if the last one has read them")
    func traits() {
        show()
        controller.log = []
        window.overrideUserInterfaceStyle = .dark
        _ = screen.frame()
        #expect(!controller.takeLog().contains("properties"))
        final class Reading: UIViewController {
            var styles: [UIUserInterfaceStyle] = []

            override func updateProperties() { styles.append(traitCollection.userInterfaceStyle) }
        }
        let reading = Reading()
        window.rootViewController = reading
        _ = screen.frame()
        window.overrideUserInterfaceStyle = .light
        _ = screen.frame()
        #expect(reading.styles == [.dark, .light])
    }
}

import Foundation
import FoundationNetworking
import Tilework

/// The arrivals of a station: a program with a delegate that waits as programs on a phone do. A column of lamps shows
/// what has arrived.
@main
final class Arrivals: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        window = UIWindow(frame: UIScreen.main.bounds)
        window?.rootViewController = ArrivalBoard()
        window?.makeKeyAndVisible()
        return true
    }

    func applicationWillTerminate(_ application: UIApplication) {
        (window?.rootViewController as? ArrivalBoard)?.timer?.invalidate()
    }
}

/// A row with a lamp, a name and a time.
final class ArrivalRow: UIStackView {
    private let lamp = UIView()
    private let time = UILabel()

    convenience init(_ name: String) {
        self.init(frame: .zero)
        (spacing, alignment) = (16, .center)
        let label = UILabel()
        label.text = name
        lamp.backgroundColor = .systemGray3
        lamp.widthAnchor.constraint(equalToConstant: 40).isActive = true
        lamp.heightAnchor.constraint(equalToConstant: 40).isActive = true
        [lamp, label, time].forEach(addArrangedSubview)
    }

    func arrive() { lamp.backgroundColor = .systemGreen }

    func show(_ text: String) { time.text = text }
}

/// The board. Its rows light up when the things arrive that it waits for.
///
/// `@unchecked Sendable`: UIKit, timers and the main queue call it on the main thread only.
final class ArrivalBoard: UIViewController, @unchecked Sendable {
    private let rows = ["Timer", "Main queue", "Task", "Operation", "Download", "Cancelled"].map { ArrivalRow($0) }
    private var seconds = 0.0
    private(set) var timer: Timer?

    override func viewDidLoad() {
        view.backgroundColor = .systemBackground
        let stack = UIStackView(arrangedSubviews: rows)
        (stack.axis, stack.spacing, stack.frame) = (.vertical, 20, CGRect(x: 20, y: 60, width: 350, height: 340))
        view.addSubview(stack)
    }

    override func viewDidAppear(_ animated: Bool) {
        timer = .scheduledTimer(withTimeInterval: 0.5, repeats: true) { [weak self] _ in self?.tick() }
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.2) { self.rows[1].arrive() }
        Task { @MainActor in
            try await Task.sleep(for: .seconds(0.3))
            rows[2].arrive()
        }
        let operation = BlockOperation { usleep(400_000) }
        operation.completionBlock = { OperationQueue.main.addOperation { self.rows[3].arrive() } }
        OperationQueue().addOperation(operation)
        download()
    }

    private func tick() {
        seconds += 0.5
        rows[0].arrive()
        rows[0].show("\(seconds) s")
    }

    private func download() {
        guard let url = URL(string: "data:text/plain,track%204") else { return }
        URLSession.shared.dataTask(with: url) { data, _, error in
            DispatchQueue.main.async {
                self.rows[4].arrive()
                self.rows[4].show(data.map { String(decoding: $0, as: UTF8.self) } ?? "\(error as Any)")
            }
        }.resume()
    }
}

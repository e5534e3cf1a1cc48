import Foundation
import Measuring
import TileDrawing
import TileViews

/// The inside of a card, laid out in three ways that give the same frames: a swatch, and two lines of text beside it.
enum Way: String, CaseIterable {
    case byHand = "by hand"
    case constraints
    case stacks
}

final class Card: UIView {
    let way: Way
    let (swatch, title, note) = (UIView(), UILabel(), UILabel())
    private(set) var height: NSLayoutConstraint?

    init(_ number: Int, _ way: Way, at frame: CGRect) {
        self.way = way
        super.init(frame: frame)
        title.text = "Card \(number % 10)"
        title.font = .systemFont(ofSize: 17)
        note.text = "One line"
        note.font = .systemFont(ofSize: 13)
        switch way {
        case .byHand: for view in [swatch, title, note] { addSubview(view) }
        case .constraints: constrain()
        case .stacks: stack()
        }
    }

    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() {
        super.layoutSubviews()
        guard way == .byHand else { return }
        let (a, b) = (title.intrinsicContentSize.height, note.intrinsicContentSize.height)
        // On whole pixels, as constraints put it.
        let top = (bounds.height - a - b - 2).rounded() / 2
        swatch.frame = CGRect(x: 8, y: (bounds.height - 28) / 2, width: 28, height: 28)
        title.frame = CGRect(x: 46, y: top, width: bounds.width - 54, height: a)
        note.frame = CGRect(x: 46, y: top + a + 2, width: bounds.width - 54, height: b)
    }

    private func constrain() {
        let lines = UILayoutGuide()
        addLayoutGuide(lines)
        for view in [swatch, title, note] {
            view.translatesAutoresizingMaskIntoConstraints = false
            addSubview(view)
        }
        let height = swatch.heightAnchor.constraint(equalToConstant: 28)
        self.height = height
        NSLayoutConstraint.activate([
            swatch.leadingAnchor.constraint(equalTo: leadingAnchor, constant: 8),
            swatch.centerYAnchor.constraint(equalTo: centerYAnchor),
            swatch.widthAnchor.constraint(equalToConstant: 28), height,
            lines.leadingAnchor.constraint(equalTo: swatch.trailingAnchor, constant: 10),
            lines.trailingAnchor.constraint(equalTo: trailingAnchor, constant: -8),
            lines.centerYAnchor.constraint(equalTo: centerYAnchor),
            title.leadingAnchor.constraint(equalTo: lines.leadingAnchor),
            title.trailingAnchor.constraint(equalTo: lines.trailingAnchor),
            title.topAnchor.constraint(equalTo: lines.topAnchor),
            note.leadingAnchor.constraint(equalTo: lines.leadingAnchor),
            note.trailingAnchor.constraint(equalTo: lines.trailingAnchor),
            note.topAnchor.constraint(equalTo: title.bottomAnchor, constant: 2),
            note.bottomAnchor.constraint(equalTo: lines.bottomAnchor),
        ])
    }

    private func stack() {
        let lines = UIStackView(arrangedSubviews: [title, note])
        lines.axis = .vertical
        lines.spacing = 2
        let row = UIStackView(arrangedSubviews: [swatch, lines])
        row.spacing = 10
        row.alignment = .center
        row.translatesAutoresizingMaskIntoConstraints = false
        addSubview(row)
        let height = swatch.heightAnchor.constraint(equalToConstant: 28)
        self.height = height
        NSLayoutConstraint.activate([
            swatch.widthAnchor.constraint(equalToConstant: 28), height,
            row.leadingAnchor.constraint(equalTo: leadingAnchor, constant: 8),
            row.trailingAnchor.constraint(equalTo: trailingAnchor, constant: -8),
            row.centerYAnchor.constraint(equalTo: centerYAnchor),
        ])
    }
}

/// Returns a screen with this many cards, each placed by its frame.
func board(of count: Int, _ way: Way) -> (screen: UIScreen, window: UIWindow, cards: [Card]) {
    let screen = UIScreen(size: CGSize(width: 2000, height: 2000))
    let window = UIWindow(screen: screen)
    window.isHidden = false
    let cards = (0..<count).map { number in
        Card(number, way, at: CGRect(x: number % 10 * 190, y: number / 10 * 74, width: 180, height: 64))
    }
    for card in cards { window.addSubview(card) }
    return (screen, window, cards)
}

/// Kilobytes that the process holds.
func resident() -> Int {
    let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4 : 0
}

/// CPU seconds of this thread.
func seconds(_ body: () -> Void) -> Double {
    var (start, end) = (timespec(), timespec())
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
    body()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
    return Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
}

@main
enum Cards {
    static func main() {
        let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 2000
        var frames: [[CGRect]] = []
        let only = CommandLine.arguments.dropFirst(2).first
        for way in Way.allCases where only == nil || only == way.rawValue {
            let before = resident()
            var made: (screen: UIScreen, window: UIWindow, cards: [Card])?
            let making = seconds { made = board(of: count, way) }
            guard let (screen, window, cards) = made else { return }
            let first = seconds { window.layoutIfNeeded() }
            let kilobytes = resident() - before
            let drawing = seconds { _ = screen.frame() }
            // All cards change their width.
            let resized = seconds {
                for card in cards { card.frame.size.width = 181 }
                window.layoutIfNeeded()
            }
            let one = seconds {
                for card in cards.prefix(200) {
                    card.height?.constant = 27
                    if way == .byHand { card.setNeedsLayout() }
                    _ = screen.frame()
                }
            }
            let perCard = 1e6 / Double(count)
            print(
                way.rawValue, String(format: "made %.1f", making * perCard),
                String(format: "first layout %.1f", first * perCard), String(format: "drawing %.1f", drawing * perCard),
                String(format: "resized %.1f", resized * perCard),
                String(format: "one changed %.1f µs", one * 1e6 / 200), "\(kilobytes * 1024 / count) bytes a card",
                separator: "\t")
            frames.append(cards.prefix(20).map { $0.title.convert($0.title.bounds, to: $0) })
            withExtendedLifetime(window) {}
        }
        precondition(Set(frames).count == 1, "the three ways differ: \(frames.map { $0[0] })")
    }
}

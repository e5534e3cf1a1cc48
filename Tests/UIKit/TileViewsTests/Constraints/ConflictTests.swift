import Foundation
import Testing
import TileDrawing

@testable import TileLayers
@testable import TileViews

/// Returns the lines that frames log while `body` runs.
func logged(_ body: () throws -> Void) rethrows -> [String] {
    var lines: [String] = []
    try FrameLog.collecting({ lines.append($0) }, body)
    return lines
}

@Suite("Constraints that contradict each other")
struct ConflictTests {
    /// Returns the identifiers of the constraints that were broken.
    private func broken(in log: [String]) -> [String] {
        log.compactMap { text in
            guard let range = text.range(of: "breaking constraint\n") else { return nil }
            return text[range.upperBound...].split(separator: "'").dropFirst().first.map(String.init)
        }
    }

    @Test("One is given up, and the rest holds; it is said in UIKit's form")
    func oneBreaks() {
        let top = stage()
        top.accessibilityIdentifier = "page"
        let view = free(in: top)
        let (wide, narrow) = (
            view.widthAnchor.constraint(equalToConstant: 100), view.widthAnchor.constraint(equalToConstant: 50)
        )
        (wide.identifier, narrow.identifier) = ("wide", "narrow")
        NSLayoutConstraint.activate([
            narrow, wide, view.leadingAnchor.constraint(equalTo: top.leadingAnchor, constant: 7),
            view.topAnchor.constraint(equalTo: top.topAnchor), view.heightAnchor.constraint(equalToConstant: 10),
        ])
        let log = logged { top.layoutIfNeeded() }
        #expect(log.count == 1)
        #expect(view.frame == CGRect(x: 7, y: 0, width: 50, height: 10))
        #expect(broken(in: log) == ["wide"])
        let address = "0x" + String(UInt(bitPattern: Unmanaged.passUnretained(view).toOpaque()), radix: 16)
        #expect(log[0].hasPrefix("Unable to simultaneously satisfy constraints.\n(\n"))
        #expect(log[0].contains("'narrow' UIView:\(address).width == 50   (active)>\""))
        // A broken constraint returns only after the conflict is gone and it is activated again.
        narrow.isActive = false
        top.layoutIfNeeded()
        #expect(view.frame.width == 100)
    }

    @Test("Which one does not depend on the order", arguments: [false, true])
    func order(_ isReversed: Bool) {
        let top = stage()
        let (a, b) = (free(in: top), free(in: top))
        let all = [
            a.leftAnchor.constraint(equalTo: top.leftAnchor), a.widthAnchor.constraint(equalToConstant: 200),
            b.leftAnchor.constraint(equalTo: a.rightAnchor), b.widthAnchor.constraint(equalToConstant: 200),
            b.rightAnchor.constraint(equalTo: top.rightAnchor),
        ]
        for (constraint, name) in zip(all, ["a.left", "a.width", "b.left", "b.width", "b.right"]) {
            constraint.identifier = name
        }
        NSLayoutConstraint.activate(isReversed ? all.reversed() : all)
        let log = logged { top.layoutIfNeeded() }
        // The last item is b. Of its constraints, the one with the other item that comes last, a, is broken.
        #expect(broken(in: log) == ["b.left"])
        #expect(a.frame.minX == 0 && a.frame.width == 200)
        #expect(b.frame.minX == 120 && b.frame.width == 200)
    }

    @Test("An inequality breaks before an equality, of inequalities the upper bound")
    func inequalities() {
        let top = stage()
        let view = free(in: top)
        let all = [
            view.widthAnchor.constraint(equalToConstant: 100),
            view.widthAnchor.constraint(lessThanOrEqualToConstant: 50),
        ]
        (all[0].identifier, all[1].identifier) = ("equal", "at most")
        NSLayoutConstraint.activate(all)
        #expect(broken(in: logged { top.layoutIfNeeded() }) == ["at most"])
        let other = free(in: top)
        let bounds = [
            other.widthAnchor.constraint(greaterThanOrEqualToConstant: 100),
            other.widthAnchor.constraint(lessThanOrEqualToConstant: 50),
        ]
        (bounds[0].identifier, bounds[1].identifier) = ("at least", "at most")
        NSLayoutConstraint.activate(bounds)
        #expect(broken(in: logged { top.layoutIfNeeded() }) == ["at most"])
        #expect(other.frame.width == 100)
    }

    @Test("A view whose frame counts keeps it, and its mask is named")
    func frames() {
        let top = stage()
        let view = UIView(frame: CGRect(x: 5, y: 6, width: 70, height: 80))
        top.addSubview(view)
        let wrong = view.leftAnchor.constraint(equalTo: top.leftAnchor, constant: 30)
        wrong.identifier = "mine"
        wrong.isActive = true
        let log = logged { top.layoutIfNeeded() }
        #expect(broken(in: log) == ["mine"])
        #expect(log.first?.contains("<NSAutoresizingMaskLayoutConstraint:") == true)
        #expect(log.first?.contains("h=--& v=--& UIView:") == true)
        #expect(log.first?.contains(".minX == 5   (active)>") == true)
        #expect(view.frame == CGRect(x: 5, y: 6, width: 70, height: 80))
    }

    @Test("Constraints for masks are listed by the superview once it has been laid out")
    func masks() throws {
        let top = stage()
        let view = UIView(frame: CGRect(x: 5, y: 6, width: 70, height: 80))
        view.autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
        let other = free(in: top)
        top.addSubview(view)
        let own = other.leftAnchor.constraint(equalTo: view.rightAnchor, constant: 8)
        own.isActive = true
        #expect(top.constraints == [own])
        top.layoutIfNeeded()
        let listed = top.constraints
        #expect(listed.count == 5 && listed[0] === own && view.constraints.isEmpty)
        let names = ["view": address(of: view), "top": address(of: top)]
        let texts = listed.dropFirst().map { constraint in
            names.reduce("\(constraint)".replacingOccurrences(of: address(of: constraint), with: "it")) {
                $0.replacingOccurrences(of: "UIView:\($1.value)", with: $1.key)
            }
        }
        let mask = "<NSAutoresizingMaskLayoutConstraint:it h=-&- v=&--"
        #expect(
            texts == [
                "\(mask) view.minX == 5   (active)>", "\(mask) H:[view]-(245)-|   (active, names: '|':top )>",
                "\(mask) V:[view]-(394)-|   (active, names: '|':top )>", "\(mask) view.height == 80   (active)>",
            ])
        #expect(listed.allSatisfy { $0.isActive })
        #expect(listed[1].firstItem === view && listed[1].firstAttribute == .left && listed[1].secondItem == nil)
        #expect(listed[4].firstAttribute == .height && listed[4].constant == 80)
        // They are the layout's own.
        top.removeConstraints(listed)
        listed[1].isActive = false
        #expect(top.constraints.count == 4 && listed[1].isActive)
        view.translatesAutoresizingMaskIntoConstraints = false
        top.layoutIfNeeded()
        #expect(top.constraints.isEmpty)
    }

    @Test("A view whose layout is its own is listed with its place, too")
    func masksOfRoots() {
        let top = stage()
        let card = UIView(frame: CGRect(x: 1, y: 2, width: 30, height: 40))
        top.addSubview(card)
        let inner = free(in: card)
        inner.widthAnchor.constraint(equalTo: card.widthAnchor).isActive = true
        top.layoutIfNeeded()
        #expect(top.constraints.map(\.firstAttribute) == [.left, .width, .top, .height])
        #expect(top.constraints.map(\.constant) == [1, 30, 2, 40])
        let first = top.constraints
        #expect(zip(first, top.constraints).allSatisfy { $0 === $1 })
        card.frame.origin.x = 9
        #expect(top.constraints.map(\.constant) == [9, 30, 2, 40])
        #expect(inner.frame.width == 30)
    }

    @Test("A content's size at 1000 loses to what is required, and is not spoken of")
    func contents() {
        let top = stage()
        let view = SizedView(80, 20)
        top.addSubview(view)
        view.setContentHuggingPriority(.required, for: .horizontal)
        view.setContentCompressionResistancePriority(.required, for: .horizontal)
        let wish = view.widthAnchor.constraint(equalToConstant: 10)
        wish.priority = UILayoutPriority(999)
        wish.isActive = true
        #expect(logged { top.layoutIfNeeded() }.isEmpty)
        #expect(view.frame.width == 80)
        view.widthAnchor.constraint(equalToConstant: 40).isActive = true
        #expect(logged { top.layoutIfNeeded() }.isEmpty)
        #expect(view.frame.width == 40)
    }

    @Test("A constraint that can't hold by itself, and a cycle of widths")
    func alone() {
        let top = stage()
        let (a, b) = (free(in: top), free(in: top))
        let wrong = a.leftAnchor.constraint(equalTo: a.leftAnchor, constant: 5)
        wrong.identifier = "itself"
        wrong.isActive = true
        #expect(broken(in: logged { top.layoutIfNeeded() }) == ["itself"])
        wrong.isActive = false
        let cycle = [
            a.widthAnchor.constraint(equalTo: b.widthAnchor), b.widthAnchor.constraint(equalTo: a.widthAnchor),
            a.widthAnchor.constraint(equalToConstant: 33),
        ]
        NSLayoutConstraint.activate(cycle)
        #expect(logged { top.layoutIfNeeded() }.isEmpty)
        #expect(a.frame.width == 33 && b.frame.width == 33)
        let longer = b.widthAnchor.constraint(equalTo: a.widthAnchor, constant: 1)
        longer.identifier = "longer"
        longer.isActive = true
        #expect(broken(in: logged { top.layoutIfNeeded() }) == ["longer"])
        #expect(a.frame.width == 33 && b.frame.width == 33)
    }

    @Test("A constant that comes to contradict others breaks one of them")
    func constants() {
        let top = stage()
        let view = free(in: top)
        let width = view.widthAnchor.constraint(equalToConstant: 100)
        let most = view.widthAnchor.constraint(lessThanOrEqualToConstant: 200)
        (width.identifier, most.identifier) = ("width", "most")
        NSLayoutConstraint.activate([width, most])
        #expect(logged { top.layoutIfNeeded() }.isEmpty)
        width.constant = 300
        #expect(broken(in: logged { top.layoutIfNeeded() }) == ["most"])
        #expect(view.frame.width == 300)
        width.constant = 120
        #expect(logged { top.layoutIfNeeded() }.isEmpty)
        #expect(view.frame.width == 120)
    }

    @Test("Frames count what was broken")
    func counts() {
        let screen = UIScreen(size: CGSize(width: 100, height: 100))
        let window = UIWindow(screen: screen)
        window.isHidden = false
        let view = free(in: window)
        NSLayoutConstraint.activate([
            view.widthAnchor.constraint(equalToConstant: 1), view.widthAnchor.constraint(equalToConstant: 2),
        ])
        var counters = FrameCounters()
        _ = logged { counters = screen.layerHost.counting { _ = screen.frame() } }
        #expect(counters.constraintsBroken == 1)
        counters = screen.layerHost.counting { _ = screen.frame() }
        #expect(counters.constraintsBroken == 0)
    }
}

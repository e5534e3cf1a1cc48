import Foundation
import TileDrawing
import TileGraphics
import TileViews

/// The list of tabs that don't fit into the bar.
final class MoreList: UIViewController {
    private unowned let tabs: UITabBarController

    init(_ tabs: UITabBarController) {
        self.tabs = tabs
        super.init(nibName: nil, bundle: nil)
        title = "More"
    }

    required init?(coder: NSCoder) { nil }

    override func loadView() {
        let scroll = UIScrollView()
        scroll.backgroundColor = .systemBackground
        scroll.alwaysBounceVertical = true
        view = scroll
    }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        for row in view.subviews { row.removeFromSuperview() }
        let stack = UIStackView(arrangedSubviews: tabs.rest.map { row(for: $0) })
        stack.axis = .vertical
        stack.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(stack)
        guard let scroll = view as? UIScrollView else { return }
        NSLayoutConstraint.activate([
            stack.topAnchor.constraint(equalTo: scroll.contentLayoutGuide.topAnchor),
            stack.leadingAnchor.constraint(equalTo: scroll.contentLayoutGuide.leadingAnchor),
            stack.trailingAnchor.constraint(equalTo: scroll.contentLayoutGuide.trailingAnchor),
            stack.bottomAnchor.constraint(equalTo: scroll.contentLayoutGuide.bottomAnchor),
            stack.widthAnchor.constraint(equalTo: scroll.frameLayoutGuide.widthAnchor),
        ])
    }

    private func row(for tab: UITab) -> UIView {
        var looks = UIButton.Configuration.plain()
        looks.title = tab.item.title ?? tab.made?.title
        looks.subtitle = tab.subtitle
        looks.image = tab.image
        looks.imagePadding = 12
        let row = UIButton(
            configuration: looks,
            primaryAction: UIAction { [weak self, weak tab] _ in
                if let self, let tab { show(tab) }
            })
        row.contentHorizontalAlignment = .leading
        row.isEnabled = tab.isEnabled
        row.heightAnchor.constraint(greaterThanOrEqualToConstant: 44).isActive = true
        return row
    }

    private func show(_ tab: UITab) {
        guard tabs.delegate?.tabBarController(tabs, shouldSelectTab: tab) ?? true else { return }
        guard let controller = tabs.controller(of: tab) else { return }
        if controller is UINavigationController {
            // A navigation controller can't be pushed onto another one.
            tabs.select(.tab(tab), animated: true)
        } else {
            navigationController?.pushViewController(controller, animated: true)
        }
    }
}

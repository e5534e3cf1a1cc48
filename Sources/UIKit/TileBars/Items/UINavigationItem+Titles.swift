public import Foundation
public import TileViews

/// The texts and views of a navigation item's titles, besides the title and the title view.
final class ItemTitles {
    var attributedTitle: AttributedString?
    var largeTitle: String?
    var subtitle = Line()
    var largeSubtitle = Line()
    /// The measure of the line below the large title.
    var largeLine = LineMeasure()

    /// The sources of a line below a title. The view precedes the attributed text, which precedes the text.
    struct Line {
        var text: String?
        var attributed: AttributedString?
        var view: UIView?

        var shown: NavigationSubtitle? {
            if let view { return .view(view) }
            if let attributed { return .text(NSAttributedString(attributed)) }
            guard let text, !text.isEmpty else { return nil }
            return .text(NSAttributedString(string: text))
        }
    }
}

extension UINavigationItem {
    private func change(_ change: (ItemTitles) -> Void) {
        let titles = titles ?? ItemTitles()
        change(titles)
        self.titles = titles
        didChange()
    }

    /// A text that replaces the small title. Its attributes override those of the bar.
    public final var attributedTitle: AttributedString? {
        get { titles?.attributedTitle }
        set { change { $0.attributedTitle = newValue } }
    }

    /// The large title; nil for `title`.
    public final var largeTitle: String? {
        get { titles?.largeTitle }
        set { change { $0.largeTitle = newValue } }
    }

    // MARK: Below the small title

    /// A line below the title. It is the text of `attributedSubtitle` if that is set. A title view replaces the
    /// subtitle too.
    public final var subtitle: String? {
        get { titles?.subtitle.attributed.map { String($0.characters) } ?? titles?.subtitle.text }
        set { change { $0.subtitle.text = newValue } }
    }

    /// A line below the title, which precedes `subtitle`.
    public final var attributedSubtitle: AttributedString? {
        get { titles?.subtitle.attributed }
        set { change { $0.subtitle.attributed = newValue } }
    }

    /// A view below the title, in the size of its constraints or of `sizeThatFits(_:)`. It precedes both texts.
    public final var subtitleView: UIView? {
        get { titles?.subtitle.view }
        set { change { $0.subtitle.view = newValue } }
    }

    // MARK: Below the large title

    /// A line below the large title; nil for the text below the small one.
    public final var largeSubtitle: String? {
        get { titles?.largeSubtitle.text }
        set { change { $0.largeSubtitle.text = newValue } }
    }

    /// A line below the large title, which precedes `largeSubtitle`.
    public final var largeAttributedSubtitle: AttributedString? {
        get { titles?.largeSubtitle.attributed }
        set { change { $0.largeSubtitle.attributed = newValue } }
    }

    /// A view below the large title, in the size of its constraints or of `sizeThatFits(_:)`. It precedes all texts.
    public final var largeSubtitleView: UIView? {
        get { titles?.largeSubtitle.view }
        set { change { $0.largeSubtitle.view = newValue } }
    }

    // MARK: Visible lines

    /// The line below the small title.
    final var shownSubtitle: NavigationSubtitle? { titleView == nil ? titles?.subtitle.shown : nil }

    /// The line below the large title.
    final var shownLargeSubtitle: NavigationSubtitle? {
        guard let titles else { return nil }
        var small = titles.subtitle
        small.view = nil
        return titles.largeSubtitle.shown ?? small.shown
    }
}

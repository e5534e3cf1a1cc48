import Foundation
import TileBars
import TileDrawing
import TileTyping
import TileViews

enum TypingKinds {
    static let kinds: [NibKind] = [field, textView, searchBar, .view("pickerView", UIPickerView.self), datePicker]

    private static let field = NibKind.view("textField", UITextField.self) { field, reader in
        ButtonKind.configureControl(field, reader)
        if let font = reader.font("fontDescription") { field.font = font }
        if let color = reader.color("textColor") { field.textColor = color }
        if let mode = reader.choice("textAlignment", NibWords.alignments) { field.textAlignment = mode }
        let borders: [String: UITextField.BorderStyle] = [
            "none": .none, "line": .line, "bezel": .bezel, "roundedRect": .roundedRect,
        ]
        if let style = reader.choice("borderStyle", borders) { field.borderStyle = style }
        let modes: [String: UITextField.ViewMode] = [
            "never": .never, "whileEditing": .whileEditing, "unlessEditing": .unlessEditing, "always": .always,
        ]
        if let mode = reader.choice("clearButtonMode", modes) { field.clearButtonMode = mode }
        if let mode = reader.choice("leftViewMode", modes) { field.leftViewMode = mode }
        if let mode = reader.choice("rightViewMode", modes) { field.rightViewMode = mode }
        if let isOn = reader.flag("clearsOnBeginEditing") { field.clearsOnBeginEditing = isOn }
        if let isOn = reader.flag("adjustsFontSizeToFit") { field.adjustsFontSizeToFitWidth = isOn }
        if let size = reader.length("minimumFontSize"), size >= 0 { field.minimumFontSize = size }
        if let image = reader.image("background") { field.background = image }
        if let image = reader.image("disabledBackground") { field.disabledBackground = image }
        if let text = reader.text("placeholder") { field.placeholder = text }
        if let text = reader.attributedText("attributedPlaceholder") { field.attributedPlaceholder = text }
        if let text = reader.text("text") { field.text = text }
        if let text = reader.attributedText("attributedText") { field.attributedText = text }
        if let isOn = reader.flag("adjustsFontForContentSizeCategory") {
            field.adjustsFontForContentSizeCategory = isOn
        }
        if let traits = traits(reader) {
            if let isOn = traits.flag("secureTextEntry") { field.isSecureTextEntry = isOn }
            if let value = traits.choice("keyboardType", keyboards) { field.keyboardType = value }
            if let value = traits.choice("returnKeyType", returns) { field.returnKeyType = value }
            if let value = traits.choice("autocapitalizationType", capitals) { field.autocapitalizationType = value }
            if let value = traits.choice("autocorrectionType", corrections) { field.autocorrectionType = value }
            if let isOn = traits.flag("enablesReturnKeyAutomatically") { field.enablesReturnKeyAutomatically = isOn }
        }
        reader.pass("textInputTraits", "allowsEditingTextAttributes", "catalog", "usesAttributedText")
    }

    private static let textView = NibKind.view("textView", UITextView.self) { view, reader in
        ScrollKinds.configure(view, reader)
        if let font = reader.font("fontDescription") { view.font = font }
        if let color = reader.color("textColor") { view.textColor = color }
        if let mode = reader.choice("textAlignment", NibWords.alignments) { view.textAlignment = mode }
        // Absent values leave both on, as in a new view.
        view.isEditable = reader.flag("editable") ?? (reader.has("editable") ? view.isEditable : true)
        if let isOn = reader.flag("selectable") { view.isSelectable = isOn }
        if let isOn = reader.flag("allowsEditingTextAttributes") { view.allowsEditingTextAttributes = isOn }
        if let text = reader.text("text") { view.text = text }
        if let text = reader.attributedText("attributedText") { view.attributedText = text }
        if let isOn = reader.flag("adjustsFontForContentSizeCategory") { view.adjustsFontForContentSizeCategory = isOn }
        if let traits = traits(reader) {
            if let value = traits.choice("keyboardType", keyboards) { view.keyboardType = value }
            if let value = traits.choice("returnKeyType", returns) { view.returnKeyType = value }
            if let value = traits.choice("autocapitalizationType", capitals) { view.autocapitalizationType = value }
            if let value = traits.choice("autocorrectionType", corrections) { view.autocorrectionType = value }
        }
        reader.pass("textInputTraits", "dataDetectorType", "usesAttributedText")
    }

    private static let searchBar = NibKind.view("searchBar", UISearchBar.self, subviews: { _, _ in }) { bar, reader in
        reader.pass("subviews", "textInputTraits", "barStyle", "dataDetectorType", "translucent")
        if let text = reader.text("text") { bar.text = text }
        if let text = reader.text("placeholder") { bar.placeholder = text }
        if let text = reader.text("prompt") { bar.prompt = text }
        let styles: [String: UISearchBar.Style] = ["default": .default, "prominent": .prominent, "minimal": .minimal]
        if let style = reader.choice("searchBarStyle", styles) { bar.searchBarStyle = style }
        if let color = reader.color("barTintColor") { bar.barTintColor = color }
        if let isOn = reader.flag("showsCancelButton") { bar.showsCancelButton = isOn }
        if let isOn = reader.flag("showsBookmarkButton") { bar.showsBookmarkButton = isOn }
        if let isOn = reader.flag("showsSearchResultsButton") { bar.showsSearchResultsButton = isOn }
        if let isOn = reader.flag("showsScopeBar") { bar.showsScopeBar = isOn }
        let titles = reader.list("scopeButtonTitles").filter { $0.name == "string" }.map(\.text)
        if !titles.isEmpty { bar.scopeButtonTitles = titles }
    }

    private static let datePicker = NibKind.view("datePicker", UIDatePicker.self) { picker, reader in
        ButtonKind.configureControl(picker, reader)
        let modes: [String: UIDatePicker.Mode] = [
            "time": .time, "date": .date, "dateAndTime": .dateAndTime, "countDownTimer": .countDownTimer,
        ]
        if let mode = reader.choice("datePickerMode", modes) { picker.datePickerMode = mode }
        if let minutes = reader.integer("minuteInterval"), minutes > 0, minutes <= 30, 60 % minutes == 0 {
            picker.minuteInterval = minutes
        }
        reader.pass("style", "useCurrentDate", "date", "minimumDate", "maximumDate", "locale", "countDownDuration")
    }

    private static func traits(_ reader: ElementReader) -> ElementReader? {
        reader.element.children.first { $0.name == "textInputTraits" }.map { ElementReader($0, reader.reading) }
    }

    private static let keyboards: [String: UIKeyboardType] = [
        "default": .default, "alphabet": .asciiCapable, "ASCIICapable": .asciiCapable,
        "numbersAndPunctuation": .numbersAndPunctuation, "URL": .URL, "numberPad": .numberPad, "phonePad": .phonePad,
        "namePhonePad": .namePhonePad, "emailAddress": .emailAddress, "decimalPad": .decimalPad, "twitter": .twitter,
        "webSearch": .webSearch, "ASCIICapableNumberPad": .asciiCapableNumberPad,
    ]
    private static let returns: [String: UIReturnKeyType] = [
        "default": .default, "go": .go, "google": .google, "join": .join, "next": .next, "route": .route,
        "search": .search, "send": .send, "yahoo": .yahoo, "done": .done, "emergencyCall": .emergencyCall,
        "continue": .continue,
    ]
    private static let capitals: [String: UITextAutocapitalizationType] = [
        "none": .none, "words": .words, "sentences": .sentences, "allCharacters": .allCharacters,
    ]
    private static let corrections: [String: UITextAutocorrectionType] = ["default": .default, "no": .no, "yes": .yes]
}

public import Foundation

// The raw values of these types are UIKit's.

/// The automatic capitalization of typed text.
public enum UITextAutocapitalizationType: Int, Hashable, Sendable {
    case none
    case words
    case sentences
    case allCharacters
}

/// The setting for automatic correction of typed words.
public enum UITextAutocorrectionType: Int, Hashable, Sendable {
    case `default`
    case no
    case yes
}

/// The setting for marking misspelled words.
public enum UITextSpellCheckingType: Int, Hashable, Sendable {
    case `default`
    case no
    case yes
}

/// The setting for replacing straight quotation marks by curly ones.
public enum UITextSmartQuotesType: Int, Hashable, Sendable {
    case `default`
    case no
    case yes
}

/// The setting for replacing two hyphens by a dash.
public enum UITextSmartDashesType: Int, Hashable, Sendable {
    case `default`
    case no
    case yes
}

/// The setting for adjusting spaces around inserted and deleted text.
public enum UITextSmartInsertDeleteType: Int, Hashable, Sendable {
    case `default`
    case no
    case yes
}

/// The setting for showing predictions after the caret.
public enum UITextInlinePredictionType: Int, Hashable, Sendable {
    case `default`
    case no
    case yes
}

/// The setting for evaluating mathematical expressions.
public enum UITextMathExpressionCompletionType: Int, Hashable, Sendable {
    case `default`
    case no
    case yes
}

/// The type of keyboard.
public enum UIKeyboardType: Int, Hashable, Sendable {
    case `default`
    case asciiCapable
    case numbersAndPunctuation
    // swift-format-ignore: AlwaysUseLowerCamelCase
    // UIKit's name.
    case URL
    case numberPad
    case phonePad
    case namePhonePad
    case emailAddress
    case decimalPad
    case twitter
    case webSearch
    case asciiCapableNumberPad

    public static let alphabet = UIKeyboardType.asciiCapable
}

/// The appearance of a keyboard.
public enum UIKeyboardAppearance: Int, Hashable, Sendable {
    case `default`
    case dark
    case light

    public static let alert = UIKeyboardAppearance.dark
}

/// The label of the return key.
public enum UIReturnKeyType: Int, Hashable, Sendable {
    case `default`
    case go
    case google
    case join
    case next
    case route
    case search
    case send
    case yahoo
    case done
    case emergencyCall
    case `continue`
}

/// The meaning of a text. The raw values are UIKit's.
public struct UITextContentType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let name = UITextContentType(rawValue: "name")
    public static let namePrefix = UITextContentType(rawValue: "name-prefix")
    public static let givenName = UITextContentType(rawValue: "given-name")
    public static let middleName = UITextContentType(rawValue: "middle-name")
    public static let familyName = UITextContentType(rawValue: "family-name")
    public static let nameSuffix = UITextContentType(rawValue: "name-suffix")
    public static let nickname = UITextContentType(rawValue: "nickname")
    public static let jobTitle = UITextContentType(rawValue: "organization-title")
    public static let organizationName = UITextContentType(rawValue: "organization")
    public static let location = UITextContentType(rawValue: "location")
    public static let fullStreetAddress = UITextContentType(rawValue: "street-address")
    public static let streetAddressLine1 = UITextContentType(rawValue: "address-line1")
    public static let streetAddressLine2 = UITextContentType(rawValue: "address-line2")
    public static let addressCity = UITextContentType(rawValue: "address-level2")
    public static let addressState = UITextContentType(rawValue: "address-level1")
    public static let addressCityAndState = UITextContentType(rawValue: "address-level1+2")
    public static let sublocality = UITextContentType(rawValue: "address-level3")
    public static let countryName = UITextContentType(rawValue: "country-name")
    public static let postalCode = UITextContentType(rawValue: "postal-code")
    public static let telephoneNumber = UITextContentType(rawValue: "tel")
    public static let emailAddress = UITextContentType(rawValue: "email")
    // swift-format-ignore: AlwaysUseLowerCamelCase
    // UIKit's name.
    public static let URL = UITextContentType(rawValue: "url")
    public static let creditCardNumber = UITextContentType(rawValue: "cc-number")
    public static let creditCardName = UITextContentType(rawValue: "cc-name")
    public static let creditCardGivenName = UITextContentType(rawValue: "cc-given-name")
    public static let creditCardMiddleName = UITextContentType(rawValue: "cc-middle-name")
    public static let creditCardFamilyName = UITextContentType(rawValue: "cc-family-name")
    public static let creditCardSecurityCode = UITextContentType(rawValue: "cc-csc")
    public static let creditCardExpiration = UITextContentType(rawValue: "cc-exp")
    public static let creditCardExpirationMonth = UITextContentType(rawValue: "cc-exp-month")
    public static let creditCardExpirationYear = UITextContentType(rawValue: "cc-exp-year")
    public static let creditCardType = UITextContentType(rawValue: "cc-type")
    public static let username = UITextContentType(rawValue: "username")
    public static let password = UITextContentType(rawValue: "password")
    public static let newPassword = UITextContentType(rawValue: "new-password")
    public static let oneTimeCode = UITextContentType(rawValue: "one-time-code")
    public static let shipmentTrackingNumber = UITextContentType(rawValue: "shipment-tracking-number")
    public static let flightNumber = UITextContentType(rawValue: "flight-number")
    public static let dateTime = UITextContentType(rawValue: "date-time")
    public static let birthdate = UITextContentType(rawValue: "bday")
    public static let birthdateDay = UITextContentType(rawValue: "bday-day")
    public static let birthdateMonth = UITextContentType(rawValue: "bday-month")
    public static let birthdateYear = UITextContentType(rawValue: "bday-year")
    public static let cellularEID = UITextContentType(rawValue: "cellular-eid")
    public static let cellularIMEI = UITextContentType(rawValue: "cellular-imei")
}

/// The requirements for a new password, in the password rules language. They have no effect, because passwords are not
/// generated here.
open class UITextInputPasswordRules: NSObject {
    public final let passwordRulesDescriptor: String

    public init(descriptor passwordRulesDescriptor: String) { self.passwordRulesDescriptor = passwordRulesDescriptor }
}

public import Foundation

// Raw values are UIKit's.

/// What is capitalized as it is typed.
public enum UITextAutocapitalizationType: Int, Hashable, Sendable {
    case none
    case words
    case sentences
    case allCharacters
}

/// Whether words are corrected as they are typed.
public enum UITextAutocorrectionType: Int, Hashable, Sendable {
    case `default`
    case no
    case yes
}

/// Whether misspelt words are marked.
public enum UITextSpellCheckingType: Int, Hashable, Sendable {
    case `default`
    case no
    case yes
}

/// Whether straight quotation marks become curly ones.
public enum UITextSmartQuotesType: Int, Hashable, Sendable {
    case `default`
    case no
    case yes
}

/// Whether two hyphens become a dash.
public enum UITextSmartDashesType: Int, Hashable, Sendable {
    case `default`
    case no
    case yes
}

/// Whether spaces beside what is pasted or deleted are put right.
public enum UITextSmartInsertDeleteType: Int, Hashable, Sendable {
    case `default`
    case no
    case yes
}

/// Whether what may come next is shown behind the caret.
public enum UITextInlinePredictionType: Int, Hashable, Sendable {
    case `default`
    case no
    case yes
}

/// Whether sums are worked out as they are typed.
public enum UITextMathExpressionCompletionType: Int, Hashable, Sendable {
    case `default`
    case no
    case yes
}

/// Which keys a keyboard shows first.
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

/// How bright a keyboard looks.
public enum UIKeyboardAppearance: Int, Hashable, Sendable {
    case `default`
    case dark
    case light

    public static let alert = UIKeyboardAppearance.dark
}

/// What the return key says.
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

/// What a text means. Raw values are UIKit's.
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

/// What a new password must hold, in the words of the password rules' language. Kept: nothing here makes passwords.
open class UITextInputPasswordRules: NSObject {
    public final let passwordRulesDescriptor: String

    public init(descriptor passwordRulesDescriptor: String) { self.passwordRulesDescriptor = passwordRulesDescriptor }
}

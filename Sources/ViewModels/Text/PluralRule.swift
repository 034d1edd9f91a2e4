/// The plural rule for whole numbers (Unicode CLDR, "Language Plural Rules").
package enum PluralRule: Sendable {
    /// The same form for all numbers, as in Chinese.
    case none
    /// `one` for 1, as in English.
    case one
    /// `one` for 0 and 1, as in French.
    case oneWithZero
    /// `one`, `few` and `many` by the last two digits, as in Russian.
    case eastSlavic
    /// `one` for 1, `few` for 2, 3, 4, 22, …, else `many`, as in Polish.
    case polish
    /// `one` for 1, `few` for 2 to 4, as in Czech.
    case czech
    /// `one` for 1, `few` for 0 and if the last two digits are 1 to 19, as in Romanian.
    case romanian

    /// - Parameter language: as in `ru` or `pt_BR`; unknown languages use the rule of English.
    package init(language: String) {
        switch language.prefix(while: { $0 != "_" }) {
        case "zh", "ja", "ko", "vi", "th", "id", "ms": self = .none
        case "fr", "pt", "hy": self = .oneWithZero
        case "ru", "uk", "be": self = .eastSlavic
        case "pl": self = .polish
        case "cs", "sk": self = .czech
        case "ro": self = .romanian
        default: self = .one
        }
    }

    /// The forms that a whole number may need in this language.
    package var categories: [PluralCategory] {
        switch self {
        case .none: [.other]
        case .one, .oneWithZero: [.one, .other]
        case .eastSlavic, .polish: [.one, .few, .many]
        case .czech, .romanian: [.one, .few, .other]
        }
    }

    package func category(of count: Int) -> PluralCategory {
        let number = count.magnitude
        let isTeen = (11...14).contains(number % 100)
        switch self {
        case .none: return .other
        case .one: return number == 1 ? .one : .other
        case .oneWithZero: return number <= 1 ? .one : .other
        case .eastSlavic:
            if isTeen { return .many }
            return number % 10 == 1 ? .one : (2...4).contains(number % 10) ? .few : .many
        case .polish:
            if number == 1 { return .one }
            return (2...4).contains(number % 10) && !isTeen ? .few : .many
        case .czech:
            return number == 1 ? .one : (2...4).contains(number) ? .few : .other
        case .romanian:
            if number == 1 { return .one }
            return number == 0 || (1...19).contains(number % 100) ? .few : .other
        }
    }
}

/// The class of a decomposed scalar in a search.
enum SearchScalarClass {
    /// A diacritic, a vowel point or an invisible character, which the search ignores.
    case ignored
    /// A separator between tokens.
    case separator
    /// A combining mark that belongs to the token before it.
    case mark
    /// Part of a word, folded.
    case word(String)
    /// A character that is a token of its own, such as an emoji or an ideograph.
    case alone

    init(_ scalar: Unicode.Scalar) {
        let category = scalar.properties.generalCategory
        if category == .format || Self.isDiacritic(scalar) {
            self = .ignored
        } else if Self.isWithoutSpaces(scalar), scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
            self = Self.isMark(category) ? .mark : .alone
        } else if (0x1F3FB...0x1F3FF).contains(scalar.value) {
            self = .alone
        } else {
            switch category {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
                .letterNumber, .otherNumber, .privateUse:
                self = .word(Self.folded(scalar))
            case _ where Self.isMark(category): self = .mark
            case .otherSymbol: self = .alone
            default: self = .separator
            }
        }
    }

    private static func folded(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "ß": "ss"
        case "ς": "σ"
        default: scalar.properties.lowercaseMapping
        }
    }

    private static func isMark(_ category: Unicode.GeneralCategory) -> Bool {
        [.nonspacingMark, .spacingMark, .enclosingMark].contains(category)
    }

    /// Whether it is a diacritic, a vowel point or a variation selector.
    private static func isDiacritic(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0300...0x036F, 0x0483...0x0489, 0x0591...0x05BD, 0x05BF, 0x05C1...0x05C2, 0x05C4...0x05C5, 0x05C7,
            0x0610...0x061A, 0x0640, 0x064B...0x065F, 0x0670, 0x06D6...0x06DC, 0x06DF...0x06E8, 0x06EA...0x06ED,
            0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0xFE20...0xFE2F:
            true
        default: false
        }
    }

    /// Whether its script puts no spaces between words.
    private static func isWithoutSpaces(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Thai, Lao, Tibetan, Myanmar, Khmer.
        case 0x0E00...0x0EFF, 0x0F00...0x109F, 0x1780...0x17FF, 0x1A20...0x1AAF, 0xAA60...0xAADF: true
        // Kana, Bopomofo and Han, including whole later planes.
        case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x312F, 0x31A0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xA000...0xA4CF, 0xF900...0xFAFF, 0x1B000...0x1B16F, 0x20000...0x3FFFF:
            true
        default: false
        }
    }
}

/// A TOML value without quotes or brackets: a Boolean, a number, a date or a time.
struct TOMLWord {
    private let text: String
    /// The part that is not read yet.
    private var rest: ArraySlice<Unicode.Scalar>

    init(_ scalars: ArraySlice<Unicode.Scalar>) {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        self.text = String(text)
        rest = scalars
    }

    /// The value, or `nil` if the word is invalid or an integer outside of 64 bits.
    var value: SettingValue? {
        switch text {
        case "true": return .flag(true)
        case "false": return .flag(false)
        case "inf", "+inf", "-inf", "nan", "+nan", "-nan": return .other(text)
        default: break
        }
        if let integer { return Int(integer.digits, radix: integer.radix).map(SettingValue.number) }
        return isFloat || isDateOrTime ? .other(text) : nil
    }

    var isInteger: Bool { integer != nil }

    var isDate: Bool {
        var word = self
        return word.skipDate() && word.rest.isEmpty
    }

    /// The digits of an integer with their sign; `nil` if the word is no integer.
    private var integer: (digits: String, radix: Int)? {
        var word = self
        let radix = ["0x": 16, "0o": 8, "0b": 2][String(text.prefix(2))]
        if radix != nil { word.rest = rest.dropFirst(2) }
        let digits = word.rest
        guard radix.map({ word.skipDigits(radix: $0) }) ?? word.skipInteger(), word.rest.isEmpty else { return nil }
        return (String(digits.filter { $0 != "_" }.map(Character.init)), radix ?? 10)
    }

    private var isFloat: Bool {
        var word = self
        guard word.skipInteger() else { return false }
        if word.skip("."), !word.skipDigits(radix: 10) { return false }
        if word.skip("e", "E") {
            word.skip("+", "-")
            guard word.skipDigits(radix: 10) else { return false }
        }
        return word.rest.isEmpty
    }

    private var isDateOrTime: Bool {
        var word = self
        guard word.skipDate() else {
            word = self
            return word.skipTime() && word.rest.isEmpty
        }
        if word.rest.isEmpty { return true }
        guard word.skip("T", "t", " "), word.skipTime() else { return false }
        if word.rest.isEmpty || word.skip("Z", "z") { return word.rest.isEmpty }
        return word.skip("+", "-") && word.number(length: 2, in: 0...23) != nil && word.skip(":")
            && word.number(length: 2, in: 0...59) != nil && word.rest.isEmpty
    }

    /// Skips an integer without leading zeros.
    private mutating func skipInteger() -> Bool {
        skip("+", "-")
        let digits = rest
        return skipDigits(radix: 10) && (digits.first != "0" || rest.count == digits.count - 1)
    }

    /// Skips digits, which may have single underscores between them.
    private mutating func skipDigits(radix: Int) -> Bool {
        var endsInDigit = false
        while let next = rest.first {
            if Character(next).hexDigitValue.map({ $0 < radix && next.isASCII }) ?? false {
                endsInDigit = true
            } else if next == "_", endsInDigit {
                endsInDigit = false
            } else {
                break
            }
            rest.removeFirst()
        }
        return endsInDigit
    }

    private mutating func skipDate() -> Bool {
        guard let year = number(length: 4, in: 0...9999), skip("-"), let month = number(length: 2, in: 1...12),
            skip("-")
        else { return false }
        let isLeapYear = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
        let days = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        return number(length: 2, in: 1...days) != nil
    }

    /// Skips a time with seconds. Second 60 is valid, since it is a leap second.
    private mutating func skipTime() -> Bool {
        guard number(length: 2, in: 0...23) != nil, skip(":"), number(length: 2, in: 0...59) != nil, skip(":"),
            number(length: 2, in: 0...60) != nil
        else { return false }
        guard skip(".") else { return true }
        let fraction = rest.prefix { ("0"..."9").contains($0) }
        rest = rest[fraction.endIndex...]
        return !fraction.isEmpty
    }

    /// Skips a number of exactly that many decimal digits.
    private mutating func number(length: Int, in range: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix(length)
        guard digits.count == length, digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        rest = rest.dropFirst(length)
        let number = digits.reduce(0) { $0 * 10 + Int($1.value - 0x30) }
        return range.contains(number) ? number : nil
    }

    /// Skips one of the characters, if it is next.
    @discardableResult private mutating func skip(_ scalars: Unicode.Scalar...) -> Bool {
        guard let next = rest.first, scalars.contains(next) else { return false }
        rest.removeFirst()
        return true
    }
}

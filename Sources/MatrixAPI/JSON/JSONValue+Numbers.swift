extension JSONValue {
    /// Doubles represent all integers up to this value (2^53).
    private static let largestExact: Double = 9_007_199_254_740_992
    private static let mostCounted: Int64 = 1_000_000_000
    /// From 1970 to the end of the year 9999, in milliseconds.
    private static let times: ClosedRange<Int64> = 1...253_402_300_799_999

    /// A whole number, even if it is written with a fraction or an exponent, as `5.0` or `1.7e12`.
    ///
    /// - Returns: `nil` if the value is no number, or has a fraction.
    package var wholeNumber: Int64? {
        switch self {
        case .integer(let number): number
        case .double(let number) where abs(number) <= JSONValue.largestExact: Int64(exactly: number)
        case .null, .bool, .double, .string, .array, .object: nil
        }
    }

    /// A number of things. More than a billion counts as a billion, so that sums never overflow.
    ///
    /// - Returns: `nil` if the value is no whole number, or is negative.
    package var count: Int? {
        if case .double(let number) = self, number > JSONValue.largestExact { return Int(JSONValue.mostCounted) }
        guard let wholeNumber, wholeNumber >= 0 else { return nil }
        return Int(min(wholeNumber, JSONValue.mostCounted))
    }

    /// A time in milliseconds since 1970, before the year 10000.
    ///
    /// - Returns: `nil` if the value is no whole number, or is out of this range.
    package var time: Int64? { wholeNumber.flatMap { JSONValue.times.contains($0) ? $0 : nil } }
}

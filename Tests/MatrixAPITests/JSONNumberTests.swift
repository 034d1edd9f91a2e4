import MatrixAPI
import Testing

/// Tests the numbers that servers, files and other programs write.
@Suite(.timeLimit(.minutes(5))) struct JSONNumberTests {
    private func number(_ text: String) throws -> JSONValue { try JSONValue(parsing: text) }

    @Test func wholeNumberIsReadInAnyNotation() throws {
        #expect(try number("1795704649339.0").wholeNumber == 1_795_704_649_339)
        #expect(try number("1.7957e12").wholeNumber == 1_795_700_000_000)
        #expect(try number("-3.0").wholeNumber == -3)
        for text in ["0.5", "1e300", "\"7\"", "null", "18446744073709551615"] {
            #expect(try number(text).wholeNumber == nil, "\(text)")
        }
    }

    @Test func timestampMustBeWithinTheCalendarRange() throws {
        #expect(try number("1795704649339").time == 1_795_704_649_339)
        #expect(try number("253402300799999").time == 253_402_300_799_999)
        for text in ["0", "-1", "253402300800000", "9223372036854775807", "\"1795704649339\"", "1.5"] {
            #expect(try number(text).time == nil, "\(text)")
        }
    }

    @Test func countIsClamped() throws {
        #expect(try number("7").count == 7)
        #expect(try number("9223372036854775807").count == 1_000_000_000)
        #expect(try number("18446744073709551615").count == 1_000_000_000)
        #expect(try number("-1").count == nil)
    }

    /// A lifetime that exceeds any calendar.
    @Test(arguments: [Int64.max, .min, -1, 0, 1 << 47]) func tokenExpiryIsComputedWithoutOverflow(lifetime: Int64) {
        let old = AccessTokens(accessToken: "a")
        let new = RefreshedTokens(accessToken: "b", refreshToken: "r", expiresInMilliseconds: lifetime)
            .tokens(after: old, now: 1_000)
        let end: Int64? = lifetime == .max ? nil : 1_000 + max(lifetime, 0)
        #expect(new.expiresAt == end)
    }
}

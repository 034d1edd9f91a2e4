/// The short authentication string, in each form that both sides support (client-server API, "SAS method: `emoji`"
/// and "SAS method: `decimal`").
package struct ComparedString: Hashable, Sendable {
    enum Form: String, CaseIterable, Sendable {
        case decimal
        case emoji
    }

    /// Seven numbers from 0 to 63 that identify the emoji.
    package let emojiNumbers: [Int]?
    package let decimals: [Int]?

    init(_ agreed: AgreedShortAuthentication, forms: [Form]) {
        emojiNumbers = forms.contains(.emoji) ? agreed.emojiNumbers : nil
        decimals = forms.contains(.decimal) ? agreed.decimals : nil
    }

    package var emoji: [String]? { emojiNumbers?.map { VerificationEmoji.all[$0] } }
}

/// What this device asks the others of the account for.
package struct KeptInquiry: Hashable, Sendable {
    package let requestID: String
    /// The devices that were asked, with their signing keys in Base64.
    package let asked: [String: String]
    /// Milliseconds since 1970.
    package let askedAt: Int64

    package init(requestID: String, asked: [String: String], askedAt: Int64) {
        self.requestID = requestID
        self.asked = asked
        self.askedAt = askedAt
    }
}

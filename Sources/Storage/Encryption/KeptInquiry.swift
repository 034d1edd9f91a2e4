/// A request of this device to the account's other devices.
package struct KeptInquiry: Hashable, Sendable {
    package let requestID: String
    /// The requested devices, with their signing keys in Base64.
    package let asked: [String: String]
    /// Milliseconds since 1970.
    package let askedAt: Int64

    package init(requestID: String, asked: [String: String], askedAt: Int64) {
        self.requestID = requestID
        self.asked = asked
        self.askedAt = askedAt
    }
}

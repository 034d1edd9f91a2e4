/// What has no words of its own, as it describes itself.
package struct OtherReason: Reason, Hashable {
    package let message: String

    package init(_ message: String) {
        self.message = message
    }
}

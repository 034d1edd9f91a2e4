/// An error without its own text, as it describes itself.
package struct OtherReason: Reason, Hashable {
    package let message: String

    package init(_ message: String) {
        self.message = message
    }
}

/// A way through the browser that has begun.
package struct BrowserVisit: Sendable {
    /// Where the browser begins.
    package let address: String
    /// Whether a browser was opened there.
    package var isOpened = false
    /// For how long it is waited for.
    package let minutes: Int
    /// Takes the address at which the browser ended, where that could not come back by itself.
    ///
    /// - Returns: whether it is the one that is waited for.
    package let accept: @Sendable (String) -> Bool

    package init(address: String, minutes: Int, accept: @escaping @Sendable (String) -> Bool) {
        self.address = address
        self.minutes = minutes
        self.accept = accept
    }
}

/// A login in the browser that has begun.
package struct BrowserVisit: Sendable {
    /// The address to open in the browser.
    package let address: String
    /// Whether a browser was opened.
    package var isOpened = false
    /// The time limit in minutes.
    package let minutes: Int
    /// Accepts the address at which the browser ended, if the browser could not reach this machine.
    ///
    /// - Returns: whether it is the expected address.
    package let accept: @Sendable (String) -> Bool

    package init(address: String, minutes: Int, accept: @escaping @Sendable (String) -> Bool) {
        self.address = address
        self.minutes = minutes
        self.accept = accept
    }
}

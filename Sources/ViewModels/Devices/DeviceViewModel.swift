/// A device on which the account is logged in.
package struct DeviceViewModel {
    package enum Mark: Hashable, Sendable { case none, verified, doubtful }

    /// The name, or the identifier if it has none.
    package let name: DisplayText
    package let id: DisplayText
    package let mark: Mark
    /// The state, as in `this device, verified`; may be empty.
    package let state: DisplayText
    /// The time, as in `last seen 21 Nov`, with the address in ``place``; empty if the server doesn't report it.
    package let lastSeen: DisplayText
    /// The address, as in `from 192.0.2.7`; empty if the server doesn't report it.
    package let place: DisplayText
    package let rename: Action<String>
    /// The question before ``logOut``.
    package let logOutQuestion: DisplayText
    package let logOut: Action<Void>
    /// Starts an emoji verification with the device.
    package let compare: Action<Void>

    package init(
        name: DisplayText, id: DisplayText, mark: Mark, state: DisplayText, lastSeen: DisplayText, place: DisplayText,
        rename: Action<String>, logOutQuestion: DisplayText, logOut: Action<Void>, compare: Action<Void>
    ) {
        self.name = name
        self.id = id
        self.mark = mark
        self.state = state
        self.lastSeen = lastSeen
        self.place = place
        self.rename = rename
        self.logOutQuestion = logOutQuestion
        self.logOut = logOut
        self.compare = compare
    }
}

/// A device on which the account is logged in.
package struct DeviceViewModel {
    package enum Mark: Hashable, Sendable { case none, verified, doubtful }

    /// Its identifier, where it has no name.
    package let name: DisplayText
    package let id: DisplayText
    package let mark: Mark
    /// As in `this device, verified`; empty where there is nothing to say.
    package let state: DisplayText
    /// As in `last seen 21 Nov`, with the address in ``place``; empty where the server tells nothing.
    package let lastSeen: DisplayText
    /// As in `from 192.0.2.7`; empty where the server tells nothing.
    package let place: DisplayText
    package let rename: Action<String>
    /// What to ask before ``logOut``.
    package let logOutQuestion: DisplayText
    package let logOut: Action<Void>
    /// Compares emoji with it.
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

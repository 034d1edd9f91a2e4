/// The devices on which the account is logged in.
package struct DevicesViewModel {
    package let title: DisplayText
    /// This device first, then the one last seen.
    package let devices: [DeviceViewModel]
    package let shouldShowBusy: Bool
    package let busyText: DisplayText
    package let shouldShowError: Bool
    package let errorText: DisplayText
    /// The text shown if the list is empty and no request is pending.
    package let emptyText: DisplayText
    /// Repeats the request to the server.
    package let reload: Action<Void>
    /// The question that must be answered to continue.
    package let question: Question?
    package let back: @MainActor () -> Void

    package init(
        title: DisplayText, devices: [DeviceViewModel], shouldShowBusy: Bool, busyText: DisplayText,
        shouldShowError: Bool, errorText: DisplayText, emptyText: DisplayText, reload: Action<Void>,
        question: Question?, back: @escaping @MainActor () -> Void
    ) {
        self.title = title
        self.devices = devices
        self.shouldShowBusy = shouldShowBusy
        self.busyText = busyText
        self.shouldShowError = shouldShowError
        self.errorText = errorText
        self.emptyText = emptyText
        self.reload = reload
        self.question = question
        self.back = back
    }

    /// Asked once per number.
    package struct Question {
        package enum Answer {
            /// A line of text, which is masked.
            case typed(Action<String>)
            /// A confirmation.
            case confirmed(Action<Void>)
        }

        package let number: Int
        package let text: DisplayText
        package let answer: Answer

        package init(number: Int, text: DisplayText, answer: Answer) {
            self.number = number
            self.text = text
            self.answer = answer
        }
    }
}

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
    /// The confirmation question for ``logOut``.
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

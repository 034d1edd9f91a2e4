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

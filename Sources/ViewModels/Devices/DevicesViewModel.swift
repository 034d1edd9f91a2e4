/// Where the account is logged in.
package struct DevicesViewModel {
    package let title: DisplayText
    /// This device first, then the one that was seen last.
    package let devices: [DeviceViewModel]
    package let shouldShowBusy: Bool
    package let busyText: DisplayText
    package let shouldShowError: Bool
    package let errorText: DisplayText
    /// What to read where nothing is listed and nothing on its way.
    package let emptyText: DisplayText
    /// Asks the server once more.
    package let reload: Action<Void>
    /// What has to be answered before something goes on.
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

    /// Asked once for each number.
    package struct Question {
        package enum Answer {
            /// A line, which is drawn as marks.
            case typed(Action<String>)
            /// That it is done.
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

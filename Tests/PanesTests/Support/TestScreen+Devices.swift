import ViewModels

extension TestScreen {
    func raiseDevices(
        _ devices: [DeviceViewModel], isBusy: Bool = false, error: DisplayText = "",
        question: DevicesViewModel.Question? = nil
    ) {
        let reload = Action<Void>.available { [weak self] in self?.asked.append("reload") }
        let model = DevicesViewModel(
            title: "Where you are logged in", devices: devices, shouldShowBusy: isBusy, busyText: "Asking…",
            shouldShowError: !error.isEmpty, errorText: error, emptyText: "The server lists no device", reload: reload,
            question: question,
            back: { [weak self] in
                self?.asked.append("back")
                self?.navigation = .chats
                self?.raiseNavigation()
            })
        events.devices.raise { model }
        frames.deliver()
    }
}

extension Samples {
    static func device(
        _ name: DisplayText, state: DisplayText = "not verified", mark: DeviceViewModel.Mark = .doubtful,
        asked: @escaping @MainActor (String) -> Void = { _ in }
    ) -> DeviceViewModel {
        func action(_ what: String) -> Action<Void> { .available { asked("\(what) \(name.string)") } }
        return DeviceViewModel(
            name: name, id: DisplayText(sanitizing: "ID-\(name.string)"), mark: mark, state: state,
            lastSeen: "last seen 09:15", place: "from 192.0.2.7", rename: .available { asked("rename \($0)") },
            logOutQuestion: "Log it out? y does", logOut: action("log out"), compare: action("compare"))
    }
}

import ViewModels

extension DevicesProblem {
    var text: DisplayText {
        switch self {
        case .notListed(let reason): .words("devices.not-listed", ["reason": reason.text])
        case .notRenamed(let reason): .words("devices.not-renamed", ["reason": reason.text])
        case .notLoggedOut(let reason): .words("devices.not-logged-out", ["reason": reason.text])
        case .needsBrowser: .words("devices.needs-browser")
        }
    }
}

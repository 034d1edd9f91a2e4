import ViewModels

/// Whether notices go by the session's bus.
enum NoticeBus: Hashable {
    enum Problem: Hashable {
        case noBus, noLibrary
        /// Somebody is to show them, and nobody does.
        case noServer

        /// A part of a sentence.
        var text: String {
            switch self {
            case .noBus: .words("doctor.no-bus")
            case .noLibrary: .words("doctor.no-bus-library")
            case .noServer: .words("doctor.no-bus-server")
            }
        }
    }

    /// The settings have none on the desktop.
    case off
    /// They go by the terminal whatever there is.
    case unwanted
    case shows
    case fails(Problem, isOnlyWay: Bool)

    /// Asks the bus, where it is wanted.
    static func find(_ desktop: NoticeSettings.Desktop, _ notices: DesktopNotices?) -> NoticeBus {
        if desktop == .off { return .off }
        guard desktop.isByBus else { return .unwanted }
        let isOnlyWay = desktop == .dbus
        guard let notices else { return .fails(.noBus, isOnlyWay: isOnlyWay) }
        guard DesktopNotices.arePossible else { return .fails(.noLibrary, isOnlyWay: isOnlyWay) }
        return notices.haveServer ? .shows : .fails(.noServer, isOnlyWay: isOnlyWay)
    }
}

import ViewModels

/// The result of one check.
struct Finding: Hashable {
    enum State {
        case fine, missing, unknown

        var text: String {
            switch self {
            case .fine: .words("doctor.fine")
            case .missing: .words("doctor.missing")
            case .unknown: .words("doctor.unknown")
            }
        }
    }

    /// The lines for a file that fix the problem.
    struct Remedy: Hashable {
        let file: String
        let lines: [String]
    }

    let subject: String
    let state: State
    let text: String
    var remedy: Remedy?
}

/// Whether notifications go by the session's bus.
enum NoticeBus: Hashable {
    enum Problem: Hashable {
        case noBus, noLibrary
        /// There is no notification server on the bus.
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

    /// The settings turn desktop notifications off.
    case off
    /// Notifications go by the terminal in any case.
    case unwanted
    case shows
    case fails(Problem, isOnlyWay: Bool)

    /// Asks the bus if the settings use it.
    static func find(_ desktop: NoticeSettings.Desktop, _ notices: DesktopNotices?) -> NoticeBus {
        if desktop == .off { return .off }
        guard desktop.isByBus else { return .unwanted }
        let isOnlyWay = desktop == .dbus
        guard let notices else { return .fails(.noBus, isOnlyWay: isOnlyWay) }
        guard DesktopNotices.arePossible else { return .fails(.noLibrary, isOnlyWay: isOnlyWay) }
        return notices.haveServer ? .shows : .fails(.noServer, isOnlyWay: isOnlyWay)
    }
}

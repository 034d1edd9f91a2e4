import Foundation
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
enum NotificationBus: Hashable {
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
    static func find(_ desktop: NotificationSettings.Desktop, _ notices: DesktopNotifications?) -> NotificationBus {
        if desktop == .off { return .off }
        guard desktop.isByBus else { return .unwanted }
        let isOnlyWay = desktop == .dbus
        guard let notices else { return .fails(.noBus, isOnlyWay: isOnlyWay) }
        guard DesktopNotifications.arePossible else { return .fails(.noLibrary, isOnlyWay: isOnlyWay) }
        return notices.haveServer ? .shows : .fails(.noServer, isOnlyWay: isOnlyWay)
    }
}

/// The options of the surrounding tmux that matter to the program.
struct TmuxOptions: Hashable {
    static let names = [
        "version", "focus-events", "set-clipboard", "allow-passthrough", "set-titles", "escape-time",
        "client_termfeatures",
    ]

    private let values: [String: String]

    /// - Parameter line: the values of ``names`` separated by tabs, as tmux prints them.
    init?(line: String) {
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == Self.names.count else { return nil }
        values = Dictionary(uniqueKeysWithValues: zip(Self.names, parts))
    }

    subscript(name: String) -> String { values[name] ?? "" }

    func isOn(_ name: String) -> Bool { !["", "0", "off"].contains(self[name]) }

    /// - Returns: `nil` if tmux doesn't answer.
    static func read() -> TmuxOptions? {
        let format = names.map { "#{\($0)}" }.joined(separator: "\t")
        let tmux = Process()
        let output = Pipe()
        tmux.executableURL = URL(filePath: "/usr/bin/env")
        tmux.arguments = ["tmux", "display-message", "-p", format]
        tmux.standardOutput = output
        tmux.standardError = FileHandle.nullDevice
        tmux.standardInput = FileHandle.nullDevice
        do {
            try tmux.run()
            let said = try output.fileHandleForReading.readToEnd() ?? Data()
            tmux.waitUntilExit()
            return TmuxOptions(line: String(decoding: said, as: UTF8.self).trimmingCharacters(in: .newlines))
        } catch {
            return nil
        }
    }
}

import CBus
import Dispatch
import Glibc
import Messenger
import Synchronization
import ViewModels

/// Desktop notifications by the session's bus. A chat's next notification replaces the previous one, and
/// notifications of read chats are withdrawn. The bus may take seconds, so all calls run on a queue.
final class DesktopNotifications: Sendable {
    private struct State {
        var bus: OpaquePointer?
        var busID = ""
        /// The shown notifications by account, for when no file can be used.
        var standing: [String: [DeliveredNotifications.Notice]] = [:]
    }

    /// Whether the bus library is installed on this machine.
    static var arePossible: Bool { confab_bus_is_installed() }

    private let address: String
    private let path: @Sendable (String) -> String
    private let queue = DispatchQueue(label: "im.confab.notices")
    /// Used on the queue only.
    private let state = Mutex(State())

    /// - Parameter path: the path of an account's file of shown notifications, by the account's name.
    /// - Returns: `nil` if the session has no bus.
    init?(
        environment: [String: String] = ProgramEnvironment.value, path: @escaping @Sendable (String) -> String
    ) {
        guard let address = SessionBus.address(environment) else { return nil }
        (self.address, self.path) = (address, path)
    }

    convenience init?(of directory: ProfileDirectory) {
        self.init { directory.path($0) + "/notices" }
    }

    deinit {
        state.withLock { if let bus = $0.bus { confab_bus_close(bus) } }
    }

    /// Whether a notification server runs. Blocks until the bus has answered.
    var haveServer: Bool {
        state.withLock { state in
            guard let bus = Self.open(address, &state) else { return false }
            return confab_bus_has_server(bus)
        }
    }

    /// - Parameter otherwise: called if a notification can't be shown.
    func show(
        _ notices: [ChatNotification], of account: String, otherwise: @escaping @MainActor @Sendable () -> Void
    ) {
        queue.async { [self] in
            let areShown = change(account) { standing, state in
                notices.map { show($0, &standing, &state) }.allSatisfy { $0 }
            }
            guard !areShown else { return }
            Task { @MainActor in otherwise() }
        }
    }

    /// Withdraws the notifications of chats that were read.
    func withdraw(_ chatIDs: Set<String>, of account: String) {
        queue.async { [self] in
            change(account) { standing, state in
                for index in standing.indices { standing[index].chatIDs.subtract(chatIDs) }
                withdrawEmpty(&standing, &state)
            }
        }
    }

    /// Withdraws all notifications of an account, including those of other processes.
    func withdrawAll(of account: String) {
        queue.async { [self] in
            change(account) { standing, state in
                for index in standing.indices { standing[index].chatIDs = [] }
                withdrawEmpty(&standing, &state)
            }
        }
    }

    /// Returns the chats that have a notification on the desktop, including those of other processes.
    func standing(of account: String) async -> Set<String> {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                continuation.resume(
                    returning: change(account) { standing, _ in
                        standing.reduce(into: []) { $0.formUnion($1.chatIDs) }
                    })
            }
        }
    }

    /// Returns once the queued work is done, or after a second if the bus does not answer.
    func finish() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        queue.async { continuation.finish() }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(1)) { continuation.finish() }
        for await _ in stream {}
    }

    /// Reads the file first, so that the body sees the changes of other processes.
    private func change<Value: Sendable>(
        _ account: String, _ body: (inout [DeliveredNotifications.Notice], inout State) -> Value
    ) -> Value {
        let file = DeliveredNotifications(path: path(account))
        return state.withLock { state in
            let before = file?.read() ?? state.standing[account] ?? []
            var standing = before
            let value = body(&standing, &state)
            state.standing[account] = standing
            if standing != before { file?.write(standing) }
            return value
        }
    }

    private func show(
        _ notice: ChatNotification, _ standing: inout [DeliveredNotifications.Notice], _ state: inout State
    ) -> Bool {
        var shown = confab_shown()
        // A notification about several chats replaces those about each of them. A notification about one chat never
        // replaces such a summary.
        var covered: [Int] = []
        let isShown = show(notice, in: &shown, &state) { busID in
            covered = standing.indices.filter { standing[$0].chatIDs.isSubset(of: notice.chatIDs) }
            return covered.map { standing[$0] }.first { $0.bus == busID }
        }
        guard isShown else { return false }
        let new = DeliveredNotifications.Notice(
            chatIDs: notice.chatIDs, bus: state.busID, server: shown.serverName, number: shown.number)
        for index in covered { standing[index].chatIDs = [] }
        standing.removeAll { $0.chatIDs.isEmpty && $0.isSame(as: new) }
        withdrawEmpty(&standing, &state)
        standing.append(new)
        return true
    }

    /// Opens the bus again if needed: the session's bus may have been restarted.
    ///
    /// - Parameter replaced: returns the notification to replace on the bus with this ID.
    private func show(
        _ notice: ChatNotification, in shown: inout confab_shown, _ state: inout State,
        replaced: (String) -> DeliveredNotifications.Notice?
    ) -> Bool {
        for _ in 0..<2 {
            let isNew = state.bus == nil
            guard let bus = Self.open(address, &state) else { return false }
            shown = replaced(state.busID).map(confab_shown.init) ?? confab_shown()
            let text = notice.text.string
            if confab_bus_show(bus, &shown, notice.title.string, text, text.escapedForMarkup) { return true }
            confab_bus_close(bus)
            state.bus = nil
            if isNew { return false }
        }
        return false
    }

    private static func open(_ address: String, _ state: inout State) -> OpaquePointer? {
        if state.bus == nil {
            state.bus = confab_bus_open(address)
            state.busID = state.bus.map { String(cString: confab_bus_id($0)) } ?? ""
        }
        return state.bus
    }

    private func withdrawEmpty(_ standing: inout [DeliveredNotifications.Notice], _ state: inout State) {
        for notice in standing where notice.chatIDs.isEmpty {
            guard let bus = Self.open(address, &state) else { break }
            // On another bus this number belongs to another program's notification.
            guard notice.bus == state.busID else { continue }
            var shown = confab_shown(notice)
            confab_bus_withdraw(bus, &shown)
        }
        standing.removeAll { $0.chatIDs.isEmpty }
    }
}

extension DeliveredNotifications.Notice {
    fileprivate func isSame(as other: Self) -> Bool {
        bus == other.bus && server == other.server && number == other.number
    }
}

extension confab_shown {
    fileprivate init(_ notice: DeliveredNotifications.Notice) {
        self.init()
        number = notice.number
        withUnsafeMutableBytes(of: &server) { bytes in
            // The last byte stays 0.
            bytes.copyBytes(from: notice.server.utf8.prefix(bytes.count - 1))
        }
    }

    fileprivate var serverName: String {
        withUnsafeBytes(of: server) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

/// The message bus of the user's session. This program never starts a bus.
enum SessionBus {
    /// - Returns: `nil` if the session has no bus.
    static func address(_ environment: [String: String] = ProgramEnvironment.value) -> String? {
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty { return address }
        guard let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") else { return nil }
        let path = runtime + "/bus"
        return access(path, F_OK) == 0 ? "unix:path=" + escaped(path) : nil
    }

    /// Escapes a value as the D-Bus Specification asks for in addresses.
    private static func escaped(_ path: String) -> String {
        path.utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            if scalar.isASCII, scalar.properties.isAlphabetic || "0123456789-_/.*".unicodeScalars.contains(scalar) {
                return String(scalar)
            }
            return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}

import CBus
import Dispatch
import Messenger
import Synchronization
import ViewModels

/// The notices on a person's desktop, by the session's bus: the next of a chat takes the place of the one before, and what was read is
/// taken back. A bus may take seconds; nobody waits for it.
final class DesktopNotices: Sendable {
    private struct Standing {
        /// Whose chats they are.
        let account: String
        var chatIDs: Set<String>
        var shown: confab_shown
    }

    private struct State {
        var bus: OpaquePointer?
        var standing: [Standing] = []
    }

    /// Whether this machine has what it takes.
    static var arePossible: Bool { confab_bus_is_installed() }

    private let address: String
    private let queue = DispatchQueue(label: "im.confab.notices")
    /// The queue's own.
    private let state = Mutex(State())

    /// - Returns: `nil` where the session has no bus.
    init?(environment: [String: String] = ProgramEnvironment.value) {
        guard let address = SessionBus.address(environment) else { return nil }
        self.address = address
    }

    deinit {
        state.withLock { if let bus = $0.bus { confab_bus_close(bus) } }
    }

    /// - Parameter otherwise: called where one of them is shown by nobody.
    func show(
        _ notices: [ChatNotice], of account: String, otherwise: @escaping @MainActor @Sendable () -> Void
    ) {
        queue.async { [self] in
            let areShown = state.withLock { state in
                notices.map { show($0, of: account, &state) }.allSatisfy { $0 }
            }
            guard !areShown else { return }
            Task { @MainActor in otherwise() }
        }
    }

    /// These chats were read.
    func withdraw(_ chatIDs: Set<String>, of account: String) {
        queue.async { [self] in
            state.withLock { state in
                for index in state.standing.indices where state.standing[index].account == account {
                    state.standing[index].chatIDs.subtract(chatIDs)
                }
                takeBackEmpty(&state)
            }
        }
    }

    /// The chats of which a notice stands.
    func standing(of account: String) async -> Set<String> {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                continuation.resume(
                    returning: state.withLock { state in
                        state.standing.filter { $0.account == account }.reduce(into: []) { $0.formUnion($1.chatIDs) }
                    })
            }
        }
    }

    /// Returns once what was asked for is done, and soon where the bus does not answer.
    func finish() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        queue.async { continuation.finish() }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(1)) { continuation.finish() }
        for await _ in stream {}
    }

    private func show(_ notice: ChatNotice, of account: String, _ state: inout State) -> Bool {
        // One that is about several takes the place of those about each of them, and none of such a one its place.
        let covered = state.standing.indices.filter {
            state.standing[$0].account == account && state.standing[$0].chatIDs.isSubset(of: notice.chatIDs)
        }
        var shown = covered.first.map { state.standing[$0].shown } ?? confab_shown()
        guard show(notice, in: &shown, &state) else { return false }
        for index in covered {
            if index == covered.first { state.standing[index].shown.number = 0 }
            state.standing[index].chatIDs = []
        }
        takeBackEmpty(&state)
        state.standing.append(Standing(account: account, chatIDs: notice.chatIDs, shown: shown))
        return true
    }

    /// A bus that was there may be another by now.
    private func show(_ notice: ChatNotice, in shown: inout confab_shown, _ state: inout State) -> Bool {
        for _ in 0..<2 {
            let isNew = state.bus == nil
            if isNew { state.bus = confab_bus_open(address) }
            guard let bus = state.bus else { return false }
            let text = notice.text.string
            if confab_bus_show(bus, &shown, notice.title.string, text, text.escapedForMarkup) { return true }
            confab_bus_close(bus)
            state.bus = nil
            if isNew { return false }
        }
        return false
    }

    private func takeBackEmpty(_ state: inout State) {
        for standing in state.standing where standing.chatIDs.isEmpty {
            guard let bus = state.bus else { break }
            withUnsafePointer(to: standing.shown) { confab_bus_withdraw(bus, $0) }
        }
        state.standing.removeAll { $0.chatIDs.isEmpty }
    }
}

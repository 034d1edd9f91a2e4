import MatrixCrypto
import ViewModels

/// What is known of verifications, and which of them is on screen.
@MainActor
final class VerificationModel {
    /// Why the screen is there.
    enum Shown: Hashable {
        /// It was asked for, and nobody heard of it yet.
        case beginning(VerificationPartner)
        case one(VerificationTransaction)
        case failed(VerificationPartner, VerificationProblem)
    }

    private(set) var shown: Shown?
    /// Where one came from.
    private(set) var origin = NavigationViewModel.Screen.chats
    /// Whether the person decided, and nothing came of it yet.
    private(set) var hasDecided = false
    private var known: [VerificationTransaction: Verification] = [:]
    /// Whether the one on its way is not to be told while one is elsewhere, until something comes of it.
    private var isPutAside = false
    /// What others ask, the newest last.
    private var asked: [VerificationTransaction] = []

    var current: Verification? {
        guard case .one(let transaction) = shown else { return nil }
        return known[transaction]
    }

    /// What somebody asks and nobody looked at yet.
    var toTell: Verification? { asked.last.flatMap { known[$0] } }

    /// What somebody went away from with a notice, say, and should come back to.
    func left(for screen: NavigationViewModel.Screen) -> Verification? {
        screen == .verification || isPutAside ? nil : current
    }

    func begin(with partner: VerificationPartner, from origin: NavigationViewModel.Screen) {
        show(.beginning(partner), from: origin)
    }

    func take(_ verification: Verification, of partner: VerificationPartner?) {
        let transaction = verification.transaction
        let isNew = known[transaction] == nil
        if known[transaction]?.state != verification.state, transaction == current?.transaction {
            hasDecided = false
            isPutAside = false
        }
        known[transaction] = verification
        switch verification.state {
        case .asked: if isNew { asked.append(transaction) }
        default: asked.removeAll { $0 == transaction }
        }
        if let partner, shown == .beginning(partner) { shown = .one(transaction) }
        if verification.state.isOver, shown != .one(transaction) { known[transaction] = nil }
    }

    func fail(_ partner: VerificationPartner, _ problem: VerificationProblem) {
        if shown == .beginning(partner) { shown = .failed(partner, problem) }
    }

    /// Shows what somebody asks.
    ///
    /// - Returns: whether somebody does.
    func openAsked(from origin: NavigationViewModel.Screen) -> Bool {
        guard let transaction = asked.popLast() else { return false }
        show(.one(transaction), from: origin)
        return true
    }

    func dismissAsked() { asked.removeAll() }

    /// Shows the one that somebody left.
    func comeBack(from origin: NavigationViewModel.Screen) { self.origin = origin }

    func putAside() {
        if current?.state.isOver == true { close() } else { isPutAside = true }
    }

    /// Shows another in the place of one: both sides asked each other, and one of both counts.
    func replace(_ transaction: VerificationTransaction, by verification: Verification) {
        known[verification.transaction] = verification
        if shown == .one(transaction) { shown = .one(verification.transaction) }
    }

    func decide() { hasDecided = true }

    func close() {
        if let current {
            if current.state.isOver { known[current.transaction] = nil }
            // Nothing was answered: it is told again.
            if case .asked = current.state { asked.append(current.transaction) }
        }
        shown = nil
        hasDecided = false
        isPutAside = false
    }

    private func show(_ shown: Shown, from origin: NavigationViewModel.Screen) {
        close()
        self.shown = shown
        if origin != .verification { self.origin = origin }
    }
}

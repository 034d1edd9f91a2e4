package import Engine
package import MatrixCrypto
package import ViewModels

/// The known verifications, and the one on screen.
package struct VerificationModel {
    /// The content of the screen.
    package enum Shown: Hashable {
        /// It was requested and hasn't started yet.
        case beginning(VerificationPartner)
        case one(VerificationTransaction)
        case failed(VerificationPartner, VerificationError)
    }

    package private(set) var shown: Shown?
    /// The screen that the user came from.
    private(set) var origin = NavigationViewModel.Screen.chats
    /// Whether the user decided and the decision hasn't taken effect yet.
    package private(set) var hasDecided = false
    private var known: [VerificationTransaction: Verification] = [:]
    /// Whether the current verification raises no notification on other screens until it changes.
    private var isPutAside = false
    /// The requests of others, the newest last.
    private var asked: [VerificationTransaction] = []

    package var current: Verification? {
        guard case .one(let transaction) = shown else { return nil }
        return known[transaction]
    }

    /// The newest request that the user hasn't looked at yet.
    package var toTell: Verification? { asked.last.flatMap { known[$0] } }

    /// The current verification, if the user left its screen and a notification must lead back.
    package func left(for screen: NavigationViewModel.Screen) -> Verification? {
        screen == .verification || isPutAside ? nil : current
    }

    mutating func begin(with partner: VerificationPartner, from origin: NavigationViewModel.Screen) {
        show(.beginning(partner), from: origin)
    }

    mutating func apply(_ verification: Verification, of partner: VerificationPartner?) {
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

    mutating func fail(_ partner: VerificationPartner, _ problem: VerificationError) {
        if shown == .beginning(partner) { shown = .failed(partner, problem) }
    }

    /// Shows the newest request.
    ///
    /// - Returns: whether there is one.
    mutating func openAsked(from origin: NavigationViewModel.Screen) -> Bool {
        guard let transaction = asked.popLast() else { return false }
        show(.one(transaction), from: origin)
        return true
    }

    mutating func dismissAsked() { asked.removeAll() }

    /// Returns to the verification that the user left.
    mutating func comeBack(from origin: NavigationViewModel.Screen) { self.origin = origin }

    mutating func putAside() {
        if current?.state.isOver == true { close() } else { isPutAside = true }
    }

    /// Replaces a verification after both sides sent requests and the other one was chosen.
    mutating func replace(_ transaction: VerificationTransaction, by verification: Verification) {
        known[verification.transaction] = verification
        if shown == .one(transaction) { shown = .one(verification.transaction) }
    }

    mutating func decide() { hasDecided = true }

    mutating func close() {
        if let current {
            if current.state.isOver { known[current.transaction] = nil }
            // The request wasn't answered, so its notification is shown again.
            if case .asked = current.state { asked.append(current.transaction) }
        }
        shown = nil
        hasDecided = false
        isPutAside = false
    }

    private mutating func show(_ shown: Shown, from origin: NavigationViewModel.Screen) {
        close()
        self.shown = shown
        if origin != .verification { self.origin = origin }
    }
}

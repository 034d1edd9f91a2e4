import MatrixCrypto
import ViewModels

/// Events of verification.
enum VerificationEvent: RoutedEvent {
    /// The user requests a verification.
    case asking(VerificationPartner)
    /// A verification changed. The partner is given if it was requested here, and `nil` if another side requested it.
    case changed(Verification, of: VerificationPartner?)
    /// Both sides sent requests, and the other's replaces this side's.
    case replaced(VerificationTransaction, by: Verification)
    /// The verification couldn't be requested.
    case failed(VerificationPartner, VerificationError)
    /// The user opens the verification that was left, or else a waiting request.
    case opened
    /// The user dismissed the notification.
    case dismissed
    case decided(VerificationChoice)
    /// The user leaves the screen; a running verification is canceled.
    case left
}

/// Routes the events of verification.
@MainActor
struct VerificationEventRouter: EventRouter {
    struct Models {
        let verification: VerificationModel
        let navigation: NavigationModel
        let ignoredPeople: IgnoredPeopleModel
    }

    private let models: Models
    private let endpoint: VerificationEndpoint?
    private let queue: EventQueue
    private let handlers: SessionHandlers

    func route(_ event: VerificationEvent) {
        switch event {
        case .asking(let partner):
            guard let endpoint else { return }
            endCurrent()
            models.verification.begin(with: partner, from: models.navigation.screen)
            models.navigation.show(.verification)
            endpoint.ask(partner)
        case .changed(let verification, let partner):
            // A request by an ignored person times out on their side.
            if case .asked = verification.state, models.ignoredPeople.userIDs.contains(verification.userID) {
                endpoint?.forget(verification.transaction)
                return
            }
            models.verification.apply(verification, of: partner)
        case .replaced(let transaction, let verification):
            models.verification.replace(transaction, by: verification)
        case .failed(let partner, let problem):
            models.verification.fail(partner, problem)
        case .opened:
            guard open(from: models.navigation.screen) else { return }
            models.navigation.show(.verification)
        case .dismissed:
            if models.verification.left(for: models.navigation.screen) != nil {
                models.verification.putAside()
            } else {
                models.verification.dismissAsked()
            }
        case .decided(let choice):
            guard let current = models.verification.current, !models.verification.hasDecided else { return }
            models.verification.decide()
            endpoint?.decide(choice, current.transaction)
        case .left:
            leave()
        }
        handlers.navigation.changed()
        handlers.verification.changed()
        // The user may have come from the security screen, and return to it.
        handlers.security.changed()
        handlers.notices.changed()
    }

    /// - Returns: whether there is a verification to open.
    private func open(from screen: NavigationViewModel.Screen) -> Bool {
        if models.verification.left(for: screen) != nil {
            models.verification.comeBack(from: screen)
            return true
        }
        guard models.verification.toTell != nil else { return false }
        endCurrent()
        return models.verification.openAsked(from: screen)
    }

    /// Cancels the running verification and notifies the other side. A waiting request stays until its timeout.
    private func endCurrent() {
        endpoint?.withdraw()
        guard let current = models.verification.current, current.state.isGoingOn else { return }
        endpoint?.decide(.cancel, current.transaction)
    }

    private func leave() {
        endCurrent()
        models.verification.close()
        guard models.navigation.screen == .verification else { return }
        models.navigation.show(models.verification.origin)
        // The device list shows which devices are verified.
        if models.navigation.screen == .devices { queue.post(DevicesEvent.reloading) }
    }
}

extension VerificationEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(
                verification: models.verification, navigation: models.navigation, ignoredPeople: models.ignoredPeople),
            endpoint: session.verification, queue: session.queue, handlers: session.handlers)
    }
}

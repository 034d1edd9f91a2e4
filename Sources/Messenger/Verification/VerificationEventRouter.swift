import MatrixCrypto
import ViewModels

/// The way in for what happens where somebody compares emoji.
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
            models.verification.begin(with: partner, from: models.navigation.screen)
            models.navigation.show(.verification)
            endpoint.ask(partner)
        case .changed(let verification, let partner):
            // What they ask times out on their side.
            guard !models.ignoredPeople.userIDs.contains(verification.userID) else { return }
            models.verification.take(verification, of: partner)
        case .failed(let partner, let problem):
            models.verification.fail(partner, problem)
        case .hindered(let problem):
            models.verification.hinder(problem)
        case .opened:
            guard models.verification.openAsked(from: models.navigation.screen) else { return }
            models.navigation.show(.verification)
        case .dismissed:
            models.verification.dismissAsked()
        case .decided(let choice):
            guard let current = models.verification.current, !models.verification.hasDecided else { return }
            models.verification.decide()
            endpoint?.decide(choice, current.transaction)
        case .left:
            leave()
        }
        handlers.navigation.changed()
        handlers.verification.changed()
        // One may come from there, and go back to it.
        handlers.security.changed()
        handlers.notices.changed()
    }

    /// What was begun ends, and the other side is told; a question stays one until its time is over.
    private func leave() {
        if let current = models.verification.current {
            switch current.state {
            case .asked, .done, .cancelled: break
            case .waitingForAnswer, .ready, .exchangingKeys, .comparing, .waitingForOther:
                endpoint?.decide(.cancel, current.transaction)
            }
        }
        models.verification.close()
        guard models.navigation.screen == .verification else { return }
        models.navigation.show(models.verification.origin)
        // The list says which of them are verified.
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

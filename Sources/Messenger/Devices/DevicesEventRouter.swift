import ViewModels

/// Routes events about the account's devices.
@MainActor
struct DevicesEventRouter: EventRouter {
    struct Models {
        let devices: DevicesModel
        let navigation: NavigationModel
    }

    private let models: Models
    private let devices: DeviceListEndpoint
    private let handlers: SessionHandlers

    func route(_ event: DevicesEvent) {
        switch event {
        case .shown:
            models.devices.begin()
            models.navigation.show(.devices)
            devices.load()
            handlers.screenChanged()
        case .reloading:
            load()
        case .standingChanged:
            guard models.navigation.screen == .devices else { return }
            devices.judge()
        case .loaded(let all?, let trust):
            models.devices.take(all, trust: trust)
        case .loaded(nil, let trust):
            models.devices.judge(trust)
        case .renaming(let id, let name):
            models.devices.work()
            devices.rename(id, to: name)
        case .loggingOut(let id, let proof):
            models.devices.work()
            devices.logOut(id, proof)
        case .done:
            models.devices.finish()
            load()
        case .needsProof(let id, let proof, let kind):
            models.devices.ask(about: id, proof, kind)
        case .failed(let problem):
            models.devices.fail(problem)
        }
        handlers.devices.changed()
    }

    private func load() {
        models.devices.load()
        devices.load()
    }
}

extension DevicesEventRouter {
    init(_ session: SessionParts) {
        self.init(
            models: Models(devices: session.models.devices, navigation: session.models.navigation),
            devices: DeviceListEndpoint(
                client: session.client, encryption: session.encryption, userID: session.account.userID,
                queue: session.queue, tasks: session.tasks),
            handlers: session.handlers)
    }
}

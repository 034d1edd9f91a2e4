import MatrixAPI
import MatrixClient
import ViewModels

/// Requests of the user about the account's devices, and responses of the server.
enum DevicesEvent: RoutedEvent {
    /// The user opens the list of devices.
    case shown
    /// The list is loaded again.
    case reloading
    /// The verification state of this device has changed, and with it that of the other devices.
    case standingChanged
    /// The devices, if they were requested, and their verification states.
    case loaded([AccountDevice]?, trust: [String: OwnDeviceTrust])
    case renaming(String, to: String)
    case loggingOut(String, AccountProof)
    /// The server made the change.
    case done
    /// The server asks for a proof that the user owns the account.
    case needsProof(String, AccountProof, ProofQuestion.Kind)
    case failed(DevicesFailureReason)
}

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
            models.devices.apply(all, trust: trust)
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
            devices: DeviceListEndpoint(session.endpointParts), handlers: session.handlers)
    }
}

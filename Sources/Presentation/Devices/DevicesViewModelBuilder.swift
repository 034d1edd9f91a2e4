import Conversations
import Engine
import MatrixAPI
import MatrixClient
import Messenger
import ViewModels

/// Builds the list of the account's devices.
struct DevicesViewModelBuilder: Equatable {
    let content: DevicesContent
    let queue: EventQueue

    func build() -> DevicesViewModel {
        DevicesViewModel(
            title: content.devices.isEmpty
                ? .words("devices.title") : .words("devices.title-with-count", count: content.devices.count),
            devices: AccountDevice.inOrder(content.devices, ownID: content.ownID).map(device),
            shouldShowBusy: content.isLoading || content.isBusy,
            busyText: content.isBusy ? .words("server.asking") : .words("devices.asking"),
            shouldShowError: content.problem != nil, errorText: content.problem?.text ?? .empty,
            emptyText: .words("devices.none"),
            reload: busy.map { .unavailable($0) } ?? .available { [queue] in queue.post(DevicesEvent.reloading) },
            question: content.question.map(question), back: { [queue] in queue.post(NavigationEvent.back) })
    }

    private var busy: DisplayText? { content.isLoading || content.isBusy ? .words("server.being-asked") : nil }

    private func device(_ device: AccountDevice) -> DeviceViewModel {
        let isThis = device.id == content.ownID
        let id = DisplayText(sanitizing: device.id)
        let given = DisplayText(sanitizing: VisibleName.first(device.name) ?? "")
        let name = given.isEmpty ? id : given
        return DeviceViewModel(
            name: name, id: id, mark: mark(content.trust[device.id]), state: state(device, isThis: isThis),
            lastSeen: device.lastSeen.map { .words("devices.last-seen", ["time": content.time.moment($0)]) } ?? .empty,
            place: device.lastSeenAddress.map { .words("devices.from", ["address": $0]) } ?? .empty,
            rename: rename(device), logOutQuestion: .words("devices.log-out-question", ["name": name.string]),
            logOut: logOut(device, isThis: isThis), compare: compare(device, isThis: isThis))
    }

    private func mark(_ trust: OwnDeviceTrust?) -> DeviceViewModel.Mark {
        switch trust {
        case .verified: .verified
        case .unverified: .doubtful
        case nil: .none
        }
    }

    private func state(_ device: AccountDevice, isThis: Bool) -> DisplayText {
        let verified: String? =
            switch content.trust[device.id] {
            case .verified: .words("trust.verified")
            case .unverified: .words("trust.not-verified")
            case nil: nil
            }
        let words = [isThis ? .words("devices.this-device") : nil, verified]
        return DisplayText(sanitizing: words.compactMap(\.self).joined(separator: ", "))
    }

    private func rename(_ device: AccountDevice) -> Action<String> {
        if let busy { return .unavailable(busy) }
        return .available { [queue] name in
            // An empty text leaves the name unchanged.
            let name = name.trimmed
            if !name.isEmpty { queue.post(DevicesEvent.renaming(device.id, to: name)) }
        }
    }

    private func logOut(_ device: AccountDevice, isThis: Bool) -> Action<Void> {
        if isThis { return .unavailable(.words("devices.log-out-of-this")) }
        if let busy { return .unavailable(busy) }
        return .available { [queue] in queue.post(DevicesEvent.loggingOut(device.id, .nothing)) }
    }

    private func compare(_ device: AccountDevice, isThis: Bool) -> Action<Void> {
        if isThis { return .unavailable(.words("devices.is-this")) }
        guard content.trust[device.id] != nil else { return .unavailable(.words("devices.has-no-keys")) }
        return .available { [queue] in queue.post(VerificationEvent.asking(.ownDevice(deviceID: device.id))) }
    }

    private func question(_ asked: ProofQuestion) -> DevicesViewModel.Question {
        let goOn: @MainActor (String?) -> Void = { [queue] password in
            var proof = asked.proof
            proof.password = password
            queue.post(DevicesEvent.loggingOut(asked.deviceID, proof))
        }
        return switch asked.kind {
        case .password(let isWrong):
            DevicesViewModel.Question(
                number: asked.number,
                text: isWrong ? .words("devices.wrong-password") : .words("devices.needs-password"),
                answer: .typed(.available { goOn($0) }))
        case .browser(let page, let isAgain):
            DevicesViewModel.Question(
                number: asked.number,
                text: .words(
                    isAgain ? "devices.not-seen-in-browser" : "devices.needs-browser-at", ["page": page]),
                answer: .confirmed(.available { goOn(nil) }))
        }
    }
}

extension AccountDevice {
    /// Sorts this device first, then by last activity, the newest first.
    static func inOrder(_ devices: [AccountDevice], ownID: String) -> [AccountDevice] {
        devices.sorted { one, other in
            if (one.id == ownID) != (other.id == ownID) { return one.id == ownID }
            if one.lastSeen != other.lastSeen { return (one.lastSeen ?? 0) > (other.lastSeen ?? 0) }
            return one.id < other.id
        }
    }
}

/// A snapshot of the content of the list of devices.
struct DevicesContent: Equatable, Sendable {
    let devices: [AccountDevice]
    let trust: [String: OwnDeviceTrust]
    let isLoading: Bool
    let isBusy: Bool
    let problem: DevicesFailureReason?
    let question: ProofQuestion?
    /// The identifier of this device.
    let ownID: String
    let time: TimeText
}

extension DevicesContent {
    @MainActor
    init(_ state: SessionState, time: TimeText) {
        let devices = state.devices
        self.init(
            devices: devices.devices, trust: devices.trust, isLoading: devices.isLoading, isBusy: devices.isBusy,
            problem: devices.problem, question: devices.question, ownID: state.account.deviceID, time: time)
    }
}

import Engine
import MatrixClient

/// Loads the devices of the account from the homeserver, and changes them.
@MainActor
final class DeviceListEndpoint {
    private let parts: EndpointParts

    init(_ parts: EndpointParts) { self.parts = parts }

    func load() {
        parts.tasks.run { [parts] in
            do throws(MatrixClientError) {
                let devices = try await parts.client.devices()
                let trust = await parts.encryption?.ownDevices() ?? [:]
                await parts.queue.post(DevicesEvent.loaded(devices, trust: trust))
            } catch {
                await parts.queue.post(DevicesEvent.failed(.notListed(.server(error))))
            }
        }
    }

    /// Loads the verification state of the devices. This runs separately, so that the user can work with the list
    /// meanwhile.
    func judge() {
        parts.tasks.run { [parts] in
            await parts.queue.post(DevicesEvent.loaded(nil, trust: parts.encryption?.ownDevices() ?? [:]))
        }
    }

    func rename(_ deviceID: String, to name: String) {
        parts.tasks.run { [parts] in
            do throws(MatrixClientError) {
                try await parts.client.renameDevice(deviceID, to: name)
                await parts.queue.post(DevicesEvent.done)
            } catch {
                await parts.queue.post(DevicesEvent.failed(.notRenamed(.server(error))))
            }
        }
    }

    func logOut(_ deviceID: String, _ proof: AccountProof) {
        parts.tasks.run { [parts] in
            do throws(MatrixClientError) {
                try await parts.client.deleteDevices([deviceID], userID: parts.userID, proof: proof)
                await parts.queue.post(DevicesEvent.done)
            } catch {
                await parts.queue.post(Self.answer(to: error, deviceID, proof))
            }
        }
    }

    private nonisolated static func answer(
        to error: MatrixClientError, _ deviceID: String, _ proof: AccountProof
    ) -> DevicesEvent {
        switch error {
        case .proofNeeded(let demand):
            if demand.takesPassword {
                .needsProof(deviceID, AccountProof(session: demand.session), .password(isWrong: false))
            } else if let page = demand.page {
                .needsProof(
                    deviceID, AccountProof(session: demand.session),
                    .browser(page: page, isAgain: proof.session != nil && proof.session == demand.session))
            } else {
                .failed(.needsBrowser)
            }
        case .wrongPassword:
            .needsProof(deviceID, AccountProof(session: proof.session), .password(isWrong: true))
        default: .failed(.notLoggedOut(.server(error)))
        }
    }
}

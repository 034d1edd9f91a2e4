import MatrixClient

/// Loads the devices of the account from the homeserver, and changes them.
@MainActor
final class DeviceListEndpoint {
    private let client: HomeserverClient
    private let encryption: EncryptionEndpoint?
    private let userID: String
    private let queue: EventQueue
    private let tasks: TaskSet

    init(
        client: HomeserverClient, encryption: EncryptionEndpoint?, userID: String, queue: EventQueue, tasks: TaskSet
    ) {
        self.client = client
        self.encryption = encryption
        self.userID = userID
        self.queue = queue
        self.tasks = tasks
    }

    func load() {
        tasks.run { [client, encryption, queue] in
            do throws(MatrixClientError) {
                let devices = try await client.devices()
                let trust = await encryption?.ownDevices() ?? [:]
                await queue.post(DevicesEvent.loaded(devices, trust: trust))
            } catch {
                await queue.post(DevicesEvent.failed(.notListed(.server(error))))
            }
        }
    }

    /// Loads the verification state of the devices. This runs separately, so that the user can work with the list
    /// meanwhile.
    func judge() {
        tasks.run { [encryption, queue] in
            await queue.post(DevicesEvent.loaded(nil, trust: encryption?.ownDevices() ?? [:]))
        }
    }

    func rename(_ deviceID: String, to name: String) {
        tasks.run { [client, queue] in
            do throws(MatrixClientError) {
                try await client.renameDevice(deviceID, to: name)
                await queue.post(DevicesEvent.done)
            } catch {
                await queue.post(DevicesEvent.failed(.notRenamed(.server(error))))
            }
        }
    }

    func logOut(_ deviceID: String, _ proof: AccountProof) {
        tasks.run { [client, userID, queue] in
            do throws(MatrixClientError) {
                try await client.deleteDevices([deviceID], userID: userID, proof: proof)
                await queue.post(DevicesEvent.done)
            } catch {
                await queue.post(Self.answer(to: error, deviceID, proof))
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

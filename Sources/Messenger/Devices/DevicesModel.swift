import MatrixAPI
import MatrixClient

/// The devices of the account and the user's changes to them.
@MainActor
final class DevicesModel {
    private(set) var devices: [AccountDevice] = []
    private(set) var trust: [String: OwnDeviceTrust] = [:]
    private(set) var isLoading = false
    private(set) var isBusy = false
    private(set) var problem: DevicesProblem?
    private(set) var question: ProofQuestion?
    private var questions = 0

    func begin() {
        (devices, trust) = ([], [:])
        isBusy = false
        question = nil
        load()
    }

    func load() {
        isLoading = true
        problem = nil
    }

    func take(_ devices: [AccountDevice], trust: [String: OwnDeviceTrust]) {
        self.devices = devices
        self.trust = trust
        isLoading = false
    }

    func judge(_ trust: [String: OwnDeviceTrust]) { self.trust = trust }

    func work() {
        isBusy = true
        problem = nil
        question = nil
    }

    func finish() { isBusy = false }

    func ask(about deviceID: String, _ proof: AccountProof, _ kind: ProofQuestion.Kind) {
        isBusy = false
        questions += 1
        question = ProofQuestion(number: questions, deviceID: deviceID, proof: proof, kind: kind)
    }

    func fail(_ problem: DevicesProblem) {
        isLoading = false
        isBusy = false
        question = nil
        self.problem = problem
    }
}

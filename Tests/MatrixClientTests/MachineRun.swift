import MatrixAPI
import Testing

@testable import MatrixClient

/// A sync machine with a clock under the test's control.
struct MachineRun {
    private var machine: SyncMachine
    private var now: Int64 = 1_000_000
    private let jitter: Double
    private(set) var lastOperations: [SyncMachine.Instruction] = []

    init(since: String?, jitter: Double = 0) {
        machine = SyncMachine(since: since)
        self.jitter = jitter
    }

    var since: String? { machine.since }

    mutating func pass(_ milliseconds: Int64) { now += milliseconds }

    mutating func feed(
        _ input: SyncMachine.Input, expect expected: [SyncMachine.Instruction]? = nil,
        _ location: SourceLocation = #_sourceLocation
    ) {
        let instructions = machine.handle(input, now: now, jitter: jitter)
        lastOperations = instructions.filter { if case .report = $0 { false } else { true } }
        if let expected { #expect(instructions == expected, sourceLocation: location) }
    }

    /// - Returns: The milliseconds that the machine waits after the failure. The machine must report the same
    ///   number.
    mutating func wait(after error: MatrixClientError, _ location: SourceLocation = #_sourceLocation) -> Int64 {
        let instructions = machine.handle(.failed(error), now: now, jitter: jitter)
        guard case .report(.waiting(_, let said)) = instructions.first, case .wait(let wait) = instructions.last else {
            Issue.record("no wait: \(instructions)", sourceLocation: location)
            return -1
        }
        #expect(said == wait, sourceLocation: location)
        return wait
    }

    mutating func reconnect(
        nextBatch: String, expect expected: [SyncMachine.Instruction], _ location: SourceLocation = #_sourceLocation
    ) {
        feed(.waitEnded, expect: [.report(.connecting), .requestVersions], location)
        feed(.versions(.withStream), expect: [.sync(since: since, timeoutMilliseconds: 0)], location)
        feed(.applied(nextBatch: nextBatch), expect: expected, location)
    }

    /// Returns a random input that can follow the last operation.
    func answerByChance(step: Int, using generator: inout some RandomNumberGenerator) -> SyncMachine.Input {
        let failure = SyncMachine.Input.failed(.unreachable(.brokeOff))
        let loss = SyncMachine.Input.streamEnded(.lost(.brokeOff))
        let batch = SyncMachine.Input.applied(nextBatch: "step\(step)")
        let inputs: [SyncMachine.Input] =
            switch lastOperations.last {
            case .requestVersions: [.versions(.withStream), .versions(.plain), failure, .networkChanged]
            case .sync: [batch, batch, failure, .networkChanged]
            case .openStream: [.streamOpened, .streamEnded(.noHandshake), .networkChanged]
            case .receiveUpdate: [batch, batch, loss, .streamEnded(.tokenEnded), .networkChanged]
            case .wait: [.waitEnded, .tryNow, .networkChanged]
            default: [.started]
            }
        return inputs.randomElement(using: &generator) ?? .started
    }
}

extension MachineRun {
    static func polling(since: String) -> MachineRun {
        caughtUp(since: since, versions: .plain)
    }

    static func openingStream(since: String) -> MachineRun {
        caughtUp(since: since, versions: .withStream)
    }

    static func streaming(since: String) -> MachineRun {
        var run = openingStream(since: since)
        run.feed(.streamOpened, expect: [.receiveUpdate])
        return run
    }

    static func waiting(since: String) -> MachineRun {
        var run = polling(since: since)
        run.feed(.failed(.unreachable(.refused)))
        return run
    }

    private static func caughtUp(since: String, versions: ServerVersions) -> MachineRun {
        var run = MachineRun(since: nil)
        run.feed(.started)
        run.feed(.versions(versions))
        run.feed(.applied(nextBatch: since))
        return run
    }
}

extension ServerVersions {
    static let plain = ServerVersions(versions: ["v1.18"], hasStream: false)
    static let withStream = ServerVersions(versions: ["v1.18"], hasStream: true)
}

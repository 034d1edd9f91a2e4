/// Starts and ends the sharing of the program's server.
@MainActor
struct ShareEndpoint {
    let sharing: ServerSharing?
    let queue: EventQueue
    let tasks: TaskSet

    var standing: ServerSharing.Standing { sharing?.standing() ?? .unknown }

    func share(at address: String) { run { await $0.share(address) } }

    func end() { run { await $0.end() } }

    private func run(_ work: @escaping @MainActor (ServerSharing) async -> ServerSharing.Outcome) {
        guard let sharing else { return }
        tasks.run { @MainActor [queue] in
            switch await work(sharing) {
            case .done: queue.post(ShareEvent.done)
            case .failed(let reason): queue.post(ShareEvent.failed(reason))
            }
        }
    }
}

import Synchronization

/// The URL under which TCP is served, known once it listens.
final class BaseURL: Sendable {
    private let state = Mutex<String?>(nil)

    var value: String? { state.withLock { $0 } }

    func set(_ url: String) { state.withLock { $0 = url } }
}

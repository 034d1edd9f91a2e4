import CNcurses
import Dispatch
import Glibc

/// Delivers signals as calls on the main actor.
@MainActor
final class TerminalSignals {
    private let source: any DispatchSourceRead

    /// - Parameter onSignal: called once for each signal number that arrived since the last call.
    init(_ numbers: [Int32], onSignal: @escaping (Int32) -> Void) throws(TerminalError) {
        let end = confab_signals_open(numbers, Int32(numbers.count))
        guard end >= 0 else { throw .failed(String(cString: strerror(errno))) }
        source = DispatchSource.makeReadSource(fileDescriptor: end, queue: .main)
        source.setEventHandler {
            MainActor.assumeIsolated {
                for number in Self.read(end) { onSignal(number) }
            }
        }
        source.resume()
    }

    /// Restores the previous signal handlers.
    func close() {
        confab_signals_close()
        source.cancel()
    }

    /// Returns each signal number once. Repeated signals are merged, since the handler reads the current state.
    private static func read(_ end: Int32) -> [Int32] {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = Glibc.read(end, &bytes, bytes.count)
        guard count > 0 else { return [] }
        return Set(bytes[..<count]).sorted().map { Int32($0) }
    }
}

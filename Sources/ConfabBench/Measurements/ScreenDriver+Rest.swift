import TestSupport

extension ScreenDriver {
    /// Waits until nothing is drawn any more. That nothing comes is seen in no other way than by waiting for it.
    func waitForRest() async throws {
        var frames = -1
        while piecesReceived != frames {
            frames = piecesReceived
            try await Task.sleep(for: .milliseconds(500))
        }
    }
}

import TestSupport

extension ScreenDriver {
    /// Waits until nothing is drawn any more. Waiting is the only way to see that.
    func waitForRest() async throws {
        var frames = -1
        while piecesReceived != frames {
            frames = piecesReceived
            try await Task.sleep(for: .milliseconds(500))
        }
    }

    /// Sends a key and waits for its frame. After a while it continues without one.
    func press(_ key: PressedKey) async throws {
        // The frame may come before the next line runs.
        let frames = piecesReceived
        send(key)
        try await waitForFrame(after: frames)
    }

    func press(letter: Character) async throws {
        let frames = piecesReceived
        send(String(letter))
        try await waitForFrame(after: frames)
    }

    private func waitForFrame(after frames: Int) async throws {
        // A key that changes nothing on screen causes no frame.
        for _ in 0..<50 where piecesReceived == frames { try await Task.sleep(for: .milliseconds(1)) }
    }
}

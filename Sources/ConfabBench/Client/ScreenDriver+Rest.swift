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

    /// Sends a key and waits for the frame that it brings, and goes on after a while where it brings none.
    func press(_ key: PressedKey) async throws {
        // It may be there before the next line is.
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
        // A key that changes nothing on screen brings no frame to wait for.
        for _ in 0..<50 where piecesReceived == frames { try await Task.sleep(for: .milliseconds(1)) }
    }
}

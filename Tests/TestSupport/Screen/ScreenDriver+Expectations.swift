import Foundation

extension ScreenDriver {
    /// Waits until a row shows a text and ends with a status.
    package func waitFor(_ text: String, endingIn status: String, timeout: Duration = ScreenDriver.patience)
        async throws
    {
        try await waitUntil("“\(text)” … “\(status)”", timeout: timeout) { screen in
            screen.rows.contains { $0.contains(text) && $0.hasSuffix(" " + status) }
        }
    }

    /// Waits until the screen equals its picture of this size, since output may arrive late.
    ///
    /// - Parameter isInColour: Whether the styles of all cells are compared as well, with a separate picture.
    package func waitForPicture(
        _ name: String, isInColour: Bool = false, timeout: Duration = ScreenDriver.patience
    ) async throws {
        try await waitForPictures(timeout: timeout) { screen in
            isInColour ? [(name, screen.text), (name + "-colour", screen.styledText)] : [(name, screen.text)]
        }
    }

    /// Waits until the screen has the colors of its picture of this size, which contains the text as well.
    package func waitForColours(_ name: String, timeout: Duration = ScreenDriver.patience) async throws {
        try await waitForPictures(timeout: timeout) { [(name, $0.styledText)] }
    }

    private func waitForPictures(
        timeout: Duration, _ pictures: (ScreenEmulator) -> [(name: String, text: String)]
    ) async throws {
        if ProcessInfo.processInfo.environment["CONFAB_RECORD_PICTURES"] == "1" {
            // Without a picture to compare with, only a wait can ensure that all output has arrived.
            try await Task.sleep(for: .seconds(2))
        }
        let deadline = ContinuousClock.now + timeout
        while true {
            let screen = screen
            do {
                for (name, text) in pictures(screen) {
                    try ScreenPicture.expect(text, toMatch: name, at: "\(screen.width)x\(screen.height)")
                }
                return
            } catch {
                guard ContinuousClock.now < deadline else { throw error }
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}

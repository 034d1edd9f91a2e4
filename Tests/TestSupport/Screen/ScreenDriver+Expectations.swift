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

    /// Waits until the screen looks like its picture of this size: what arrives may take its time.
    ///
    /// - Parameter isInColour: whether the styles of all cells are compared as well, by a picture of their own.
    package func waitForPicture(
        _ name: String, isInColour: Bool = false, timeout: Duration = ScreenDriver.patience
    ) async throws {
        if ProcessInfo.processInfo.environment["CONFAB_RECORD_PICTURES"] == "1" {
            // Nobody knows what is still to come when there is nothing to compare with.
            try await Task.sleep(for: .seconds(2))
        }
        let deadline = ContinuousClock.now + timeout
        while true {
            let screen = screen
            do {
                let size = "\(screen.width)x\(screen.height)"
                try ScreenPicture.expect(screen.text, toMatch: name, at: size)
                if isInColour { try ScreenPicture.expect(screen.styledText, toMatch: name + "-colour", at: size) }
                return
            } catch {
                guard ContinuousClock.now < deadline else { throw error }
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}

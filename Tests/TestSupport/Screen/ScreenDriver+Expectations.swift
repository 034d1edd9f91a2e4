import Foundation

extension ScreenDriver {
    /// Waits until a row shows a text and ends with a status.
    package func waitFor(_ text: String, endingIn status: String) async throws {
        try await waitUntil("“\(text)” … “\(status)”") { screen in
            screen.rows.contains { $0.contains(text) && $0.hasSuffix(" " + status) }
        }
    }

    /// Waits until the screen equals its picture of this size, since output may arrive late.
    ///
    /// - Parameter isInColour: Whether the styles of all cells are compared as well, with a separate picture.
    package func waitForPicture(_ name: String, isInColour: Bool = false) async throws {
        try await waitForPictures { screen in
            isInColour ? [(name, screen.text), (name + "-colour", screen.styledText)] : [(name, screen.text)]
        }
    }

    /// Waits until the screen has the colors of its picture of this size, which contains the text as well.
    package func waitForColours(_ name: String) async throws {
        try await waitForPictures { [(name, $0.styledText)] }
    }

    private func waitForPictures(_ pictures: (ScreenEmulator) -> [(name: String, text: String)]) async throws {
        if ProcessInfo.processInfo.environment["CONFAB_RECORD_PICTURES"] == "1" {
            // Without a picture to compare with, only a wait can ensure that all output has arrived.
            try await Task.sleep(for: .seconds(2))
        }
        let failure = await failure { screen -> (any Error)? in
            do {
                for (name, text) in pictures(screen) {
                    try ScreenPicture.expect(text, toMatch: name, at: "\(screen.width)x\(screen.height)")
                }
                return nil
            } catch {
                return error
            }
        }
        guard let failure else { return }
        keepOutput()
        throw failure
    }

    /// Stores all output beside the sandboxes of failed tests, since a screen alone doesn't show why it is wrong.
    private func keepOutput() {
        let file = "\(SandboxKeeper.place)/output-of-\(processIdentifier)"
        try? FileManager.default.createDirectory(atPath: SandboxKeeper.place, withIntermediateDirectories: true)
        try? Data(output).write(to: URL(filePath: file))
        print("The output up to then; its files are in \(file)")
    }
}

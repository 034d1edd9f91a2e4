import Foundation

extension PersonAtScreen {
    package var settingsPath: String { home.path + "/config/confab/confab.toml" }

    /// Writes the file of settings anew, which counts at once.
    package func save(settings: String) throws {
        let directory = (settingsPath as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let file = URL(filePath: settingsPath)
        try Data(settings.utf8).write(to: file)
    }

    /// Has no picture fetched that nobody asked for.
    package func drawNoPictures() throws { try save(settings: "[files]\npictures = \"off\"\n") }
}

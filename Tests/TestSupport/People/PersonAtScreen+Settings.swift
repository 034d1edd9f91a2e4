import Foundation

extension PersonAtScreen {
    package var settingsPath: String { home.path + "/config/confab/confab.toml" }

    /// Replaces the settings file, which takes effect at once.
    package func save(settings: String) throws {
        let directory = (settingsPath as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let file = URL(filePath: settingsPath)
        try Data(settings.utf8).write(to: file)
    }

    /// Disables the automatic download of pictures.
    package func drawNoPictures() throws { try save(settings: "[files]\npictures = \"off\"\n") }
}

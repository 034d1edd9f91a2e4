import Foundation

/// The current settings of the file. A saved change applies without a restart.
@MainActor
final class LiveSettings {
    private(set) var settings: Settings
    private(set) var problems: [InvalidSettingReason]
    /// Called after each change of the file.
    var onChange: () -> Void = {}

    private let file: SettingsFile
    /// The contents of the files that ``settings`` were read from.
    private var contents: [Data?]
    private var watch: DirectoryWatch?

    init(file: SettingsFile) {
        self.file = file
        (settings, problems, contents) = file.read(previous: Settings())
    }

    /// Watches the settings directory, the directory that the file links to, and the directory of the custom theme.
    func follow() {
        let directory = (file.path as NSString).deletingLastPathComponent
        // The directory has to exist, so that a file created later is noticed. If it can't be created,
        // there is nothing to watch.
        try? ProgramPaths.makePrivateDirectory(directory)
        let target = ((file.path as NSString).resolvingSymlinksInPath as NSString).deletingLastPathComponent
        let theme = file.themePath(of: settings).map { ($0 as NSString).deletingLastPathComponent }
        watch?.end()
        let directories = Set([directory, target] + [theme].compactMap(\.self))
        watch = DirectoryWatch(Array(directories)) { [weak self] in self?.reload() }
    }

    func end() { watch?.end() }

    /// Reads the files again, and applies the settings if one of the files has changed.
    func reload() {
        let found = file.read(previous: settings)
        guard found.contents != contents else { return }
        let theme = settings.theme
        (settings, problems, contents) = found
        if settings.theme != theme { follow() }
        onChange()
    }
}

import Foundation

/// The settings as their file has them now: what is saved applies without a restart.
@MainActor
final class LiveSettings {
    private(set) var settings: Settings
    private(set) var problems: [SettingsProblem]
    /// Called after each change of the file.
    var onChange: () -> Void = {}

    private let file: SettingsFile
    private var contents: [Data?] = []
    private var watch: DirectoryWatch?

    init(file: SettingsFile) {
        self.file = file
        (settings, problems) = file.read(previous: Settings())
        contents = allContents
    }

    /// Looks from now on at the directory, at that of the file which a link leads to, and at that of the own theme.
    func follow() {
        let directory = (file.path as NSString).deletingLastPathComponent
        // Without it nobody could be told of a file that comes later. Where it can't be made there is nothing to follow.
        try? ProgramPaths.makePrivateDirectory(directory)
        let target = ((file.path as NSString).resolvingSymlinksInPath as NSString).deletingLastPathComponent
        let theme = file.themePath(of: settings).map { ($0 as NSString).deletingLastPathComponent }
        watch?.end()
        let directories = Set([directory, target] + [theme].compactMap(\.self))
        watch = DirectoryWatch(Array(directories)) { [weak self] in self?.look() }
    }

    func end() { watch?.end() }

    private var allContents: [Data?] {
        [file.contents()] + [file.themePath(of: settings)].map { $0.flatMap(FileManager.default.contents(atPath:)) }
    }

    private func look() {
        guard allContents != contents else { return }
        let theme = settings.theme
        (settings, problems) = file.read(previous: settings)
        contents = allContents
        if settings.theme != theme { follow() }
        onChange()
    }
}

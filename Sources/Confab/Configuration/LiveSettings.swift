import Foundation

/// The settings as their file has them now: what is saved applies without a restart.
@MainActor
final class LiveSettings {
    private(set) var settings: Settings
    private(set) var problems: [SettingsProblem]
    /// Called after each change of the file.
    var onChange: () -> Void = {}

    private let file: SettingsFile
    private var contents: Data?
    private var watch: DirectoryWatch?

    init(file: SettingsFile) {
        self.file = file
        contents = file.contents()
        (settings, problems) = file.read(previous: Settings())
    }

    /// Looks at the directory from now on, and at that of the file which a link leads to.
    func follow() {
        let directory = (file.path as NSString).deletingLastPathComponent
        // Without it nobody could be told of a file that comes later. Where it can't be made there is nothing to follow.
        try? ProgramPaths.makePrivateDirectory(directory)
        let target = ((file.path as NSString).resolvingSymlinksInPath as NSString).deletingLastPathComponent
        watch = DirectoryWatch(Array(Set([directory, target]))) { [weak self] in self?.look() }
    }

    func end() { watch?.end() }

    private func look() {
        let now = file.contents()
        guard now != contents else { return }
        contents = now
        (settings, problems) = file.read(previous: settings)
        onChange()
    }
}

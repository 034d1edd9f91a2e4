import Foundation
import PackagePlugin

/// Runs `Resources/packaging/commit` in each build. The script writes a Swift file with the name of the current commit.
///
/// Package.swift or a prebuild command can't name the commit: SwiftPM caches their results. After the next commit, the
/// program would still name the earlier one.
@main
struct CommitPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let script = context.package.directoryURL.appending(path: "Resources/packaging/commit")
        let written = context.pluginWorkDirectoryURL.appending(path: "WrittenCommit.swift")
        return [
            .buildCommand(
                displayName: "Naming the commit", executable: URL(filePath: "/bin/sh"),
                arguments: [script.path, written.path],
                // SwiftPM runs the script only if an input changed. `/proc/self` differs between processes, so
                // that each build finds a change.
                inputFiles: [script, URL(filePath: "/proc/self/stat")],
                outputFiles: [written])
        ]
    }
}

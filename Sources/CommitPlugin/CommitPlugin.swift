import Foundation
import PackagePlugin

/// Has `Resources/packaging/commit` write the commit that is built.
///
/// Not in Package.swift, nor before the build: what those say is kept, and would still name an earlier commit.
@main
struct CommitPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let script = context.package.directoryURL.appending(path: "Resources/packaging/commit")
        let written = context.pluginWorkDirectoryURL.appending(path: "WrittenCommit.swift")
        return [
            .buildCommand(
                displayName: "Naming the commit", executable: URL(filePath: "/bin/sh"),
                arguments: [script.path, written.path],
                // The directory belongs to one process, so that each build asks for the commit.
                inputFiles: [script, URL(filePath: "/proc/self/stat")],
                outputFiles: [written])
        ]
    }
}

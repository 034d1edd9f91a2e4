import Foundation
import PackagePlugin

/// Has `packaging/commit` write the commit that is built.
///
/// Not in Package.swift, nor before the build: what those say is kept, and would still name an earlier commit.
@main
struct CommitPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let script = context.package.directoryURL.appending(path: "packaging/commit")
        let written = context.pluginWorkDirectoryURL.appending(path: "WrittenCommit.swift")
        return [
            .buildCommand(
                displayName: "Naming the commit", executable: URL(filePath: "/bin/sh"),
                arguments: [script.path, written.path],
                // Of each process its own, so that the commit is asked for in each build.
                inputFiles: [script, URL(filePath: "/proc/self/stat")],
                outputFiles: [written])
        ]
    }
}

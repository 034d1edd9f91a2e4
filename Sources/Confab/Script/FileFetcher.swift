import MatrixAPI
import Messenger

/// Downloads files of messages into the profile, by the Confab that has it open or by this process.
@MainActor
final class FileFetcher {
    private let account: QuietAccount?
    private let place: ScriptPlace
    private let directory: String

    /// The timeout for a file, in milliseconds.
    nonisolated private static let patience: Int64 = 86_400_000

    /// - Parameter account: `nil` if another process has the profile.
    init(_ account: QuietAccount?, profileName: String, directory: String) {
        self.account = account
        self.directory = directory
        place = ScriptPlace(profileName: profileName, directory: directory)
    }

    func fetch(_ content: JSONValue) async -> FetchedFile {
        // This process may have yielded the profile to a screen meanwhile.
        if let account, account.isOpen, let file = await account.session.keepFile(content) { return file }
        let request = ScriptRequest(.fetch(content), directory: directory)
        return await Task.detached { [place] in Self.ask(request, at: place) }.value
    }

    nonisolated private static func ask(_ request: ScriptRequest, at place: ScriptPlace) -> FetchedFile {
        do throws(ProgramError) {
            if let connection = try place.connect(),
                case .fetched(let path) = try connection.answer(to: request, until: ScriptConnection.now + patience)
            {
                return .kept(path: path)
            }
            return .missing(reason: ScriptProblem.noAnswer.message)
        } catch {
            return .missing(reason: error.message)
        }
    }
}

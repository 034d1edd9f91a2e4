import Engine
import Messenger
import ViewModels

/// Builds the page that names the file with unsent messages of an ended session.
struct UnsentFilePageBuilder: Equatable {
    let file: UnsentFile
    /// Whether the user has to log in.
    let canLogIn: Bool

    func build() -> PageViewModel {
        PageViewModel(
            title: .words("unsent-file.session-ended"),
            sections: [.init(title: .words("unsent-file.what-was-not-sent"), lines: lines)]
                + (canLogIn ? [Self.wayBack] : [])
        )
    }

    private static let wayBack = PageViewModel.Section(
        title: .words("unsent-file.what-to-do"),
        lines: [
            .words("unsent-file.log-in-again"),
            .words("unsent-file.look-first"),
        ])

    private var lines: [DisplayText] {
        switch file {
        case .notNeeded: [.words("unsent-file.all-was-sent")]
        case .written(let path): [.words("unsent-file.is-written"), DisplayText(sanitizing: path)]
        case .failed(let reason):
            [.words("unsent-file.is-not-written"), DisplayText(sanitizing: reason.message)]
        }
    }
}

extension UnsentFile {
    /// The notification in one line.
    var notice: DisplayText? {
        switch self {
        case .notNeeded: nil
        case .written(let path):
            .words("unsent-file.notice", ["file": UnsentFile.name(of: path)])
        case .failed(let reason): .words("unsent-file.failure-notice", ["reason": reason.message])
        }
    }

    private static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}

import ViewModels

/// Makes the page that says where unsent words are since a session ended for good.
struct UnsentFilePageBuilder {
    let file: UnsentFile
    /// Whether a login is what is missing.
    let canLogIn: Bool

    func build() -> PageViewModel {
        PageViewModel(
            title: "The session ended",
            sections: [.init(title: "What was not sent", lines: lines)] + (canLogIn ? [Self.wayBack] : []))
    }

    private static let wayBack = PageViewModel.Section(
        title: "What to do",
        lines: [
            .key(.logIn) + " logs in again, as a new device. What waits here goes out then.",
            "A line that may have been sent before is not sent again by itself: look for it first.",
        ])

    private var lines: [DisplayText] {
        switch file {
        case .notNeeded: ["All was sent."]
        case .written(let path): ["It is in this file, and still in the chats here:", DisplayText(sanitizing: path)]
        case .failed(let reason):
            ["It is still in the chats here. No file of it could be written:", DisplayText(sanitizing: reason)]
        }
    }
}

extension UnsentFile {
    /// In one line.
    var notice: DisplayText? {
        switch self {
        case .notNeeded: nil
        case .written(let path): "Unsent words are kept in " + DisplayText(sanitizing: UnsentFile.name(of: path))
        case .failed(let reason): "No file of unsent words: " + DisplayText(sanitizing: reason)
        }
    }

    private static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}

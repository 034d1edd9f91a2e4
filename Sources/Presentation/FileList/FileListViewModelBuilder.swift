import Engine
import Glibc
import Messenger
import ViewModels

/// Makes the list of files from which the user picks a file to send.
struct FileListViewModelBuilder: Equatable {
    let number: Int
    /// The text of the field when the picker opens.
    let beginning: String
    let directory: String
    let entries: [FileListing.Entry]
    /// Whether the listing of the directory has arrived.
    let isRead: Bool
    let problem: CInt?
    let imposed: FuzzyListViewModel.ReplacedText
    let time: TimeText
    let queue: EventQueue

    func build() -> FuzzyListViewModel {
        var model = FuzzyListViewModel(
            number: number, title: .words("file-list.title"), placeholder: .words("file-list.placeholder"),
            rows: entries.map(row), emptyText: emptyText, busyText: isRead ? .empty : .words("file-list.reading"),
            term: { FileListModel.term(of: $0) },
            queryChanged: { [queue] in queue.post(FileListEvent.typing($0)) },
            cancel: { [queue] in queue.post(NavigationEvent.back) })
        model.beginning = FuzzyListViewModel.InitialState(text: beginning)
        model.imposed = imposed
        model.turn = .available { [queue] in queue.post(FileListEvent.completed) }
        return model
    }

    private var emptyText: DisplayText {
        guard isRead else { return .empty }
        guard let problem else { return .words("file-list.none") }
        return .words("file-list.not-read", ["reason": String(cString: strerror(problem))])
    }

    private func row(_ entry: FileListing.Entry) -> FuzzyListRowViewModel {
        let path = directory + entry.name
        let choice: FileListEvent =
            entry.isDirectory ? .typing(path + "/", isImposed: true) : .chosen(Self.quoted(path))
        let facts =
            entry.isDirectory
            ? .words("file-list.directory")
            : DisplayText(sanitizing: MediaDetail.amount(of: entry.size)) + ", "
                + DisplayText(sanitizing: time.short(entry.changed * 1_000))
        return FuzzyListRowViewModel(
            id: FuzzyListRowID(path), title: DisplayText(sanitizing: entry.name + (entry.isDirectory ? "/" : "")),
            trailing: facts, choose: .available { [queue] in queue.post(choice) })
    }

    /// Returns the path as it can be typed after a command.
    private static func quoted(_ path: String) -> String {
        let whole = FileListModel.rooted(path)
        let isPlain = whole.first?.isWhitespace != true && whole.last?.isWhitespace != true && !whole.contains("\\")
        return isPlain ? whole : "'\(whole)'"
    }
}

extension FileListViewModelBuilder {
    @MainActor
    init(_ parts: ScreenParts) {
        let files = parts.state.files
        self.init(
            number: parts.state.navigation.pickerCount, beginning: files.beginning, directory: files.directory,
            entries: files.entries, isRead: files.listing?.directory == files.directory,
            problem: files.listing?.problem,
            imposed: FuzzyListViewModel.ReplacedText(number: files.imposed.number, text: files.imposed.text),
            time: parts.time, queue: parts.queue)
    }
}

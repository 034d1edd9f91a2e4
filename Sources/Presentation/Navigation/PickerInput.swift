import Engine
import Messenger
import ViewModels

/// The list on top of the screen, with all that it is built from.
enum PickerInput: Equatable {
    case none
    case chatToGoTo(GoToViewModelBuilder)
    case roomDirectory(RoomDirectoryViewModelBuilder)
    case threads(ThreadListBuilder)
    case search(number: Int, SearchContent, TimeText)
    case files(FileListViewModelBuilder)

    @MainActor
    init(_ screen: ScreenParts) {
        let state = screen.state
        switch state.navigation.picker {
        case nil: self = .none
        case .chatToGoTo: self = .chatToGoTo(GoToViewModelBuilder(screen))
        case .roomDirectory:
            self = .roomDirectory(
                RoomDirectoryViewModelBuilder(
                    number: state.navigation.pickerCount, content: RoomDirectoryContent(state), queue: screen.queue))
        case .threads: self = .threads(ThreadListBuilder(screen))
        case .search:
            self = .search(
                number: state.navigation.pickerCount, SearchContent(state, today: screen.today), screen.time)
        case .files: self = .files(FileListViewModelBuilder(screen))
        }
    }

    /// - Parameter lines: the cache of the lines of search results.
    @MainActor
    func build(_ queue: EventQueue, _ lines: SearchLineCache) -> FuzzyListViewModel? {
        switch self {
        case .none: nil
        case .chatToGoTo(let builder): builder.build(queue)
        case .roomDirectory(let builder): builder.build()
        case .threads(let builder): builder.build()
        case .search(let number, let content, let time):
            SearchViewModelBuilder(number: number, content: content, time: time, queue: queue, memo: lines).build()
        case .files(let builder): builder.build()
        }
    }
}

/// The page on top of the screen, with all that it is built from.
enum PageInput: Equatable {
    case story(MessageInfoPageBuilder)
    case settingProblems(SettingProblemsPageBuilder)
    case unsentFile(UnsentFilePageBuilder)

    /// - Returns: `nil` if no page was requested yet, or if its chat is not open any more.
    @MainActor
    init?(_ screen: ScreenParts) {
        let state = screen.state
        switch state.navigation.page {
        case nil: return nil
        case .story:
            guard let builder = MessageInfoPageBuilder(screen) else { return nil }
            self = .story(builder)
        case .settingProblems:
            self = .settingProblems(SettingProblemsPageBuilder(problems: state.settings.problems.map(\.message)))
        case .unsentFile:
            self = .unsentFile(
                UnsentFilePageBuilder(file: state.login.unsent, canLogIn: state.connection.isLoggedOut))
        }
    }

    func build() -> PageViewModel {
        switch self {
        case .story(let builder): builder.build()
        case .settingProblems(let builder): builder.build()
        case .unsentFile(let builder): builder.build()
        }
    }
}

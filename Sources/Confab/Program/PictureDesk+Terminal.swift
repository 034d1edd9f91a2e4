import Messenger
import Pictures
import Terminal

extension PictureDesk {
    /// Decodes in processes of this program.
    @MainActor
    init(_ terminal: TerminalSession) {
        self.init(process: PictureProcess()) { [weak terminal] in
            guard let terminal, terminal.hasBlocks else { return nil }
            return terminal.hasManyColors ? .palette : .mono(isLight: !terminal.background.isDark)
        }
    }
}

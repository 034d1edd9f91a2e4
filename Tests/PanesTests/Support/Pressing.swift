import Terminal
import ViewModels

@testable import Panes

extension TextEditor {
    /// Presses a key as in the composer, or as in a field of one line.
    ///
    /// - Returns: Whether the key was handled.
    mutating func press(_ key: Key) -> Bool {
        let context: PaneContext = allowsLines ? .composer : .question
        if let action = KeyMap.standard.action(for: key, in: context) { return perform(action) }
        guard case .character(let character) = key.code, key.modifiers.isEmpty else { return false }
        return type(String(character))
    }
}

extension FocusPane {
    /// Presses a key while this is the only pane on screen.
    func press(_ key: Key) {
        if let action = KeyMap.standard.action(for: key, in: context) {
            _ = action == .back ? back() : perform(action)
        } else if case .character(let character) = key.code, key.modifiers.isEmpty {
            _ = type(String(character))
        }
    }
}

extension PaneHost {
    /// Returns a host that only records its messages.
    static func listening(_ said: @escaping (DisplayText) -> Void = { _ in }) -> PaneHost {
        let host = PaneHost(pages: Event(clock: FrameClock()), keyMap: .standard, after: { _, _ in })
        host.onSay = said
        return host
    }
}

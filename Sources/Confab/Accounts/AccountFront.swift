import Panes
import ViewModels

/// The user interface of an account: a screen, or lines.
@MainActor
protocol AccountFront: AnyObject {
    var events: ScreenEvents { get }

    /// Tells the guide the names of keys or commands.
    func instruct(_ guide: Guide)

    /// Calls back for each action that a key triggers.
    func onAction(_ tell: @escaping (ActionID) -> Void)

    /// Reports the draft that is being typed.
    func leave()
}

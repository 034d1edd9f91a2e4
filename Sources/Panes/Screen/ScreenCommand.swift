/// Commands that only the program can carry out.
package enum ScreenCommand: Hashable, Sendable {
    /// Redraw everything, whatever the terminal shows.
    case redraw
    case suspend
    case quit
    /// Copy a text to the clipboard.
    case copy(String)
    /// Open a web page by its address.
    case openLink(String)
    /// Edit this draft in the external editor.
    case edit(String)
}

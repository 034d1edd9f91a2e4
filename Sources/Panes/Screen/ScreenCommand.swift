/// What only the program can do, asked for by a key.
package enum ScreenCommand: Hashable, Sendable {
    /// Draw all anew, whatever the terminal shows.
    case redraw
    case suspend
    case quit
    /// Put a text on the clipboard.
    case copy(String)
    /// Show a page of the web, by its address.
    case openLink(String)
    /// Have this draft edited in the person's own editor.
    case edit(String)
}

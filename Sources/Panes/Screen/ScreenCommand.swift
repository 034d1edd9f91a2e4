/// What only the program can do, asked for by a key.
package enum ScreenCommand: Hashable, Sendable {
    /// Draw all anew, whatever the terminal shows.
    case redraw
    case suspend
    case quit
}

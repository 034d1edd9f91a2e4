/// Looking for a file to send.
package enum FileListEvent: RoutedEvent {
    case opened
    /// - Parameter isImposed: whether the field is to say it, which nobody typed.
    case typing(String, isImposed: Bool = false)
    /// What is typed goes on as far as all that begin so have it in common.
    case completed
    case listed(FileListing)
    /// A file, by its path as it would be typed.
    case chosen(String)
}

/// Events of the picker for a file to send.
package enum FileListEvent: RoutedEvent {
    case opened
    /// - Parameter isImposed: whether the program sets the text, so that the field has to be updated.
    case typing(String, isImposed: Bool = false)
    /// Completes the typed path with the common prefix of the matching entries.
    case completed
    case listed(FileListing)
    /// The user chose a file. The path is written as it would be typed.
    case chosen(String)
}

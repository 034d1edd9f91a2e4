import ArgumentParser

/// How a chat is exported.
enum ExportFormat: String, ExpressibleByArgument, CaseIterable {
    /// An object for each message, one a line.
    case json
    /// Lines for people.
    case text
    /// A page that runs and loads nothing.
    case html
}

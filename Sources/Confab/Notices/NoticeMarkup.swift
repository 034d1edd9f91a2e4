/// Text in a notice of a desktop that takes markup (Desktop Notifications Specification, "Markup").
enum NoticeMarkup {
    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}

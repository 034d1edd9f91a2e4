/// What lies over the panes and takes the keys.
enum ScreenOverlay {
    /// `^X` was pressed, and the next key says what for.
    case prefix
    case menu(MenuPane)
    case help(HelpPane)
    case commands(FuzzyListPane)
    case confirmation(ConfirmationPane)
    case question(QuestionPane)
    case page(PagePane)
}

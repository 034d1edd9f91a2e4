/// What lies over the panes and takes the keys.
enum ScreenOverlay {
    case menu(MenuPane)
    case help(HelpPane)
    case commands(FuzzyListPane)
    case confirmation(ConfirmationPane)
    case question(QuestionPane)
    case page(PagePane)
}

/// What lies over the panes and takes the keys.
enum ScreenOverlay {
    case none
    case menu(MenuPane)
    case help(HelpPane)
    case confirmation(ConfirmationPane)
}

import ViewModels

extension LineFate {
    /// The error message in one line, with the remedy; `nil` if there is no error. It may contain text from outside.
    package var problem: String? {
        switch self {
        case .kept, .sent: nil
        case .delayed(let error): .words("script.is-kept-because", ["reason": error.message])
        case .refused(let reason):
            .words(
                "script.refused", ["reason": reason.text.hasSuffix(".") ? String(reason.text.dropLast()) : reason.text])
        case .withdrawn: .words("script.withdrawn")
        case .notKept(let reason): .words("script.not-kept", ["reason": reason.text])
        case .noFile(let problem): problem.text
        case .tooLong(let excess): .words("script.too-long", count: excess)
        }
    }
}

import ArgumentParser
import ViewModels

/// An error in the input of a command.
enum InputError: Error, Hashable {
    /// The user gave no answer to a question.
    case nothingGiven(String)
    case differentPasswords
    case matrixIDTwice
    case noProfile
    case noSettingsFile(String)
    case severalWaysIn(ids: String)
    case tokenWithoutRegister
    case providerWithoutSSO
    case severalLogins
    /// The user who logged in is not the owner of the profile.
    case otherPerson(String)
    case registrationTwice
    /// The lifetime of access tokens is not from 1 to `most` seconds.
    case lifetime(most: Int64)
    case connections(most: Int)
    case writeRate(most: Int)
    case mebibytes(option: String, most: Int64)
    case noProxy(String)
    case noPublicURL(String)
    case noListenAddress(String)
    case noHost(String)
    case noPort
    case unreadableGuide
    case noChatAddress(String)
    /// The number of messages in `--limit` is too small, or larger than `most`.
    case limit(least: Int, most: Int)
    case timeout(most: Int)
    case nothingToSend
    case nothingToSearch
    /// A search operator has an invalid value.
    case meansNothing(String)
    /// The input can't be decoded by the locale's charset, or contains U+0000.
    case noText
    /// Both a file and a text were given. The text for a file is given as `--caption`.
    case textBesideFile
    case captionWithoutFile

    var message: String {
        switch self {
        case .nothingGiven(let question): .words("commands.nothing-given", ["question": question])
        case .differentPasswords: .words("commands.the-two-passwords-differ")
        case .matrixIDTwice: .words("commands.matrix-id-is-given-twice")
        case .noProfile: .words("commands.there-is-no-profile-to-log-out")
        case .noSettingsFile(let file): .words("configuration.no-file", ["file": file])
        case .severalWaysIn(let ids): .words("commands.there-are-several-ways-in", ["ids": ids])
        case .tokenWithoutRegister: .words("commands.token-goes-with-register")
        case .providerWithoutSSO: .words("commands.provider-goes-with-sso")
        case .severalLogins: .words("commands.choose-one-login")
        case .otherPerson(let person): .words("profiles.is-somebody-else", ["person": person])
        case .registrationTwice: .words("commands.choose-one-registration")
        case .lifetime(let most): .words("commands.lifetime-takes", ["most": String(most)])
        case .noChatAddress(let name): .words("composer.is-no-chat-address", ["name": name])
        case .timeout(let most): .words("script.timeout-takes", ["most": String(most)])
        case .nothingToSend: .words("script.nothing-to-send")
        case .nothingToSearch: .words("script.nothing-to-search")
        case .meansNothing(let word): .words("search.means-nothing", ["word": word])
        case .noText: .words("script.no-text")
        case .textBesideFile: .words("script.text-beside-file")
        case .captionWithoutFile: .words("script.caption-without-file")
        case .limit(let least, let most):
            .words("script.limit-takes", ["least": String(least), "most": String(most)])
        case .connections(let most): .words("commands.connections-take", ["most": String(most)])
        case .writeRate(let most): .words("commands.write-rate-takes", ["most": String(most)])
        case .mebibytes(let option, let most):
            .words("commands.mebibytes-take", ["option": option, "most": String(most)])
        case .noProxy(let text): .words("commands.is-no-proxy", ["text": text])
        case .noPublicURL(let text): .words("commands.is-no-public-url", ["text": text])
        case .noListenAddress(let text): .words("commands.is-no-address-to-listen-on", ["text": text])
        case .noHost(let text): .words("commands.has-no-host", ["text": text])
        case .noPort: .words("share.needs-a-port")
        case .unreadableGuide: .words("guide.unreadable")
        }
    }
}

extension ValidationError {
    /// Makes the error that a command throws when it checks its options, right after they are parsed.
    init(_ problem: InputError) { self.init(problem.message) }
}

import MatrixAPI
import MatrixClient

extension Login {
    /// Logs in again to a profile that this process has open. Its client then uses the new token.
    ///
    /// - Parameter continuesDevice: whether the server said that the device stays valid (client-server
    ///   API, "Soft logout").
    /// - Returns: the device of the new session.
    func logInAgain(
        _ name: String, client: HomeserverClient, continuesDevice: Bool, dialogue: LoginDialogue
    ) async throws -> String {
        var profile = try directory.load(name)
        let deviceID = continuesDevice ? profile.deviceID : nil
        let login = HomeserverLogin(
            deviceName: DeviceName.text, dialogue: dialogue.openingTheBrowser(), logger: log.logger(label: "client"),
            deviceID: { _ in deviceID })
        let (session, _) = try await login.run(LoginMachine(user: profile.userID, at: client.homeserver))
        guard session.userID == profile.userID else {
            await end(session, at: client.homeserver)
            throw ProgramError.input(.otherPerson(session.userID))
        }
        profile.deviceID = session.deviceID
        profile.isLoggedOut = false
        profile.unsentFile = nil
        let tokens = session.tokens(now: Login.now)
        try await directory.tokens(name).keep(tokens)
        try await saveWithKeys(profile)
        client.setTokens(tokens)
        return session.deviceID
    }

    /// Ends a session that will not be used.
    private func end(_ session: Session, at homeserver: HomeserverLocation) async {
        let client = HomeserverClient(homeserver: homeserver, accessToken: session.accessToken)
        // If this fails too, the user has to remove the session on another device.
        try? await client.logOut()
        await client.shutdown()
    }
}

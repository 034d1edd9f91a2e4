/// The faults that must not lose data, each with the tests that inject it.
enum FaultTable {
    struct Row {
        /// The name in confab-faults(7).
        let fault: String
        /// The names of test functions.
        let tests: [String]
    }

    static let rows: [Row] = client + server + network + account + files + machine

    private static let client = [
        Row(
            fault: "The program is killed",
            tests: [
                "lineAcceptedBeforeAKillIsSentOnce",
                "lineKilledBeforeItsResponseIsSentOnce", "lineWithUnsavedResponseIsSentOnce",
                "syncKilledWhileApplyingIsAppliedOnce", "killedMigrationLeavesTheOldData",
                "aDraftSurvivesAKillAfterAPause", "randomKillsLoseAndDuplicateNothing",
                "initialSyncKilledWhileStoringIsNotRepeated",
            ]),
        Row(
            fault: "The program is told to end or to stop",
            tests: [
                "signalQuitsAndSavesTheDraft", "closingTheWindowQuitsAndSavesTheDraft",
                "suspendingRestoresTheScreenAndResumes",
                "linesInFlightDuringASignalAreSentOnce",
                "linesInFlightDuringSuspensionAreSentAfterwards",
            ]),
        Row(
            fault: "The terminal stalls, or has a strange size",
            tests: [
                "stalledTerminalDoesNotBlockQuitting", "anySizeShowsTheScreenOrTheRequiredSize",
                "rapidResizesKeepTheScreen",
                "unknownTerminalSizeDefaultsToEightyByTwentyFour",
            ]),
        Row(fault: "Confab is open already", tests: ["secondInstanceNamesTheProcessHoldingTheProfile"]),
    ]

    private static let server = [
        Row(
            fault: "The server is killed",
            tests: [
                "acceptedLinesSurviveServerKillAndClientsReconnect",
                "linesTypedDuringServerKillArriveInOrder",
            ]),
        Row(
            fault: "The server is away",
            tests: [
                "linesTypedOfflineAreSentInOrderAfterReconnecting",
                "linesTypedDuringADayOfflineAreSentInOrder", "linesFailingTemporarilyAreSentEventually",
            ]),
        Row(
            fault: "The server asks for a pause",
            tests: [
                "sentLinesAreOnceAndInOrderAfterEachFault", "rateLimitedLinesAreSentOnceAndInOrder",
            ]),
        Row(
            fault: "The server refuses a line",
            tests: [
                "rejectedLineShowsItsReasonAndOthersAreSent", "rejectedLineCanBeEdited",
                "rejectedLineCanBeWithdrawn",
            ]),
        Row(
            fault: "The server repeats, reorders or omits",
            tests: [
                "receivedMessagesAreOnceAndInOrderAfterEachFault", "applyingASliceTwiceChangesNothingMore",
                "limitedSyncFromFurtherBackMovesTheGap", "pageMovesTheGapAndReachingKnownEventsClosesIt",
                "emptyPageWithATokenIsNotTheEnd", "echoBeforeTheResponseRemovesTheLineByTransactionID",
                "fullSyncKeepsHistoryAndMarksAbsentChatsAsLeft", "repeatedAndReorderedEventsAppearOnce",
                "backfilledHistoryIsCompleteAfterEachFault",
                "killDuringBackfillLosesNothing",
                "reorderedResponsesKeepLinesOnceAndInOrder",
            ]),
    ]

    private static let network = [
        Row(
            fault: "The network breaks off, stalls or crawls",
            tests: [
                "tryNowSkipsTheRetryDelay",
                "sentLinesAreOnceAndInOrderAfterEachFault", "receivedMessagesAreOnceAndInOrderAfterEachFault",
                "streamCutInMidFrameResumes", "tryNowReplacesADeadConnection",
                "sendingPausesWhileSyncMissesASentLine",
            ]),
        Row(
            fault: "The network wants a login of its own",
            tests: [
                "sentLinesAreOnceAndInOrderAfterEachFault", "receivedMessagesAreOnceAndInOrderAfterEachFault",
                "captivePortalPageIsNotTheFile",
            ]),
        Row(
            fault: "A certificate proves nothing",
            tests: [
                "invalidCertificateBlocksSendingWhileRunning",
                "loginCommandReportsAnInvalidCertificate",
                "loginFormReportsAnInvalidCertificate",
                "plainHTTPToAnotherHostNamesTheRequiredFlag",
            ]),
        Row(
            fault: "The clock is wrong",
            tests: [
                "wrongClockKeepsMessagesOnceAndInOrder",
                "possiblySentLineIsNotSentAgainAutomatically", "retryDelayMayBeADateAndIsAtMostADay",
            ]),
    ]

    private static let account = [
        Row(
            fault: "A token expires",
            tests: ["killBeforeSavingRefreshedTokensDoesNotLogOut", "failedTokenRefreshDoesNotLogOut"]),
        Row(
            fault: "One is logged out",
            tests: [
                "linesWrittenAfterTokenExpiryWaitForLogin", "chatsStayVisibleAfterLogout",
                "loginOnScreenSendsWaitingLines", "hardLogoutNamesTheFileOfUnsentText",
            ]),
        Row(
            fault: "A chat became encrypted",
            tests: [
                "unencryptedLineIsNotSentToAnEncryptedChat",
                "offlineLinesAreEncryptedIfTheChatBecameEncrypted", "unansweredLineIsNotRetriedWhileSyncIsDown",
                "plaintextIsHeldBackOnceEncryptionIsKnown",
            ]),
        Row(
            fault: "An encrypted message can't be read",
            tests: [
                "lineIsDecryptedWhenItsKeyArrives", "newDeviceReadsOnlyLaterMessages",
                "unsignedDeviceGetsNoKeyAndIsNotifiedWhy",
            ]),
        Row(
            fault: "This device is not verified",
            tests: [
                "secondDeviceKeepsTheIdentityAndIsUnconfirmed", "recoveryKeyRestoresHistoryOnSecondDevice",
                "verifiedDeviceReceivesSecretsAndReadsHistory",
                "interruptedRestoreResumesAfterRestart",
                "emojiVerifiedDeviceReadsEarlierMessages",
                "recoveryKeyVerifiesADeviceOnItsOwn",
            ]),
        Row(
            fault: "A recovery key opens nothing",
            tests: [
                "invalidOrWrongRecoveryKeyChangesNothing", "storedSecretsOfAReplacedIdentityAreRejected",
            ]),
        Row(
            fault: "Somebody has the password",
            tests: [
                "stolenPasswordYieldsNoMessagesOrSecrets", "stolenTokenYieldsNoMessagesOrSecrets",
                "untrustedBackupReceivesNoKeys",
            ]),
        Row(
            fault: "Somebody's keys are others than before",
            tests: [
                "changedIdentityBlocksSendingUntilAccepted",
                "changedDeviceKeysAreIgnored",
            ]),
        Row(
            fault: "A line of an encrypted chat has a mark",
            tests: [
                "unsignedDevicesLineIsWarnedAboutUntilSigned", "removedDevicesLineIsWarnedAbout",
            ]),
        Row(
            fault: "The keyring is locked",
            tests: [
                "messagesAreDecryptedAfterUnlockingTheKeyring",
                "lineIsNotSentWithoutAccessToDeviceKeys",
            ]),
        Row(
            fault: "Nobody knows whether a line was sent",
            tests: ["possiblySentLineIsNotSentAgainAutomatically"]),
    ]

    private static let files = [
        Row(
            fault: "It broke off",
            tests: [
                "interruptedDownloadResumesAfterRestart", "changedFileIsDownloadedFromTheStart",
                "interruptedDownloadResumesAtItsOffset",
            ]),
        Row(
            fault: "It is not the file that was sent",
            tests: ["fileWithWrongHashIsRejected", "wrongDeclaredSizeDoesNotPreventSaving"]),
        Row(
            fault: "It is larger than allowed",
            tests: [
                "lengthBeyondTheLimitIsRefusedBeforeTheBody", "endlessBodyIsAbandonedAtTheLimit",
                "fileAboveTheLimitIsReported",
            ]),
    ]

    private static let machine = [
        Row(
            fault: "The disk is full",
            tests: [
                "unsavedLineReturnsWithReasonAndIsSentLater",
                "returnedLineBecomesADraftOnQuit", "fullDiskIsReportedAndLosesNothing",
                "fullDiskSendsOrReturnsEveryLine",
            ]),
        Row(
            fault: "The disk can't be written",
            tests: [
                "readOnlyDiskIsReportedAndUnsentLinesSurvive", "diskTurningReadOnlyLosesNothing",
                "unwritablePathIsReadOnly",
            ]),
        Row(
            fault: "The database is damaged",
            tests: [
                "damagedDatabaseIsSetAsideAndUnsentLinesSalvaged",
                "damageFoundInUseIsRepairedAtTheNextStart", "interruptedRescueContinues",
            ]),
        Row(fault: "A newer Confab was here", tests: ["newerDatabaseIsRefusedAndUnchanged"]),
    ]
}

/// Changes for this device other than those of its chats.
package enum EncryptionEvent: RoutedEvent {
    /// The verification state of this device has changed.
    case identityChanged(OwnIdentityState)
    /// New keys may decrypt stored events.
    case keysCame
    /// The state of the server's backup has changed.
    case backupChanged(BackupStanding)
    /// Whether the account has a recovery key.
    case recoveryKeyKnown(Bool)
    /// The progress of restoring the backup.
    case restored(RestoreState)
}

/// What changed for this device beside its chats.
package enum EncryptionEvent: RoutedEvent {
    /// How far this device stands for the account's owner.
    case identityChanged(OwnIdentityState)
    /// What could not be read before may be read now.
    case keysCame
    /// The server's backup is another than before.
    case backupChanged(BackupStanding)
    /// Whether the account has a recovery key.
    case recoveryKeyKnown(Bool)
    /// How far the backup was read.
    case restored(RestoreState)
}

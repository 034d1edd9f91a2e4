#ifndef CKEYRING_H
#define CKEYRING_H

// The keyring of the user's session, by libsecret, which is loaded on first use. A session bus must be running. Each
// function blocks until the keyring has answered or the timeout has passed.

/// The result of a keyring operation.
typedef enum {
    CONFAB_KEYRING_DONE,
    /// The keyring doesn't have the item. Looking up an item of a locked keyring can have this result as well.
    CONFAB_KEYRING_EMPTY,
    /// libsecret is not installed, there is no keyring, it reported an error, or it didn't answer in time. A locked
    /// keyring doesn't answer before the user unlocks it or refuses to.
    CONFAB_KEYRING_FAILED
} confab_keyring_result;

/// Stores a secret in the session's keyring, and replaces the previous secret of the item.
///
/// @param item the name of the item within those of this program.
/// @param label the description of the item, as keyring programs show it.
/// @param secret the secret, in UTF-8.
/// @param milliseconds the timeout.
/// @return ``CONFAB_KEYRING_DONE`` or ``CONFAB_KEYRING_FAILED``.
confab_keyring_result confab_keyring_store(
    const char *item, const char *label, const char *secret, unsigned milliseconds);

/// Looks up the secret of an item.
///
/// @param item the name of the item, as it was stored.
/// @param secret receives the secret, to be freed with ``confab_keyring_free``; `NULL` if it is not found.
/// @param milliseconds the timeout.
confab_keyring_result confab_keyring_look_up(const char *item, char **secret, unsigned milliseconds);

/// Deletes an item from the keyring.
///
/// @param item the name of the item, as it was stored.
/// @param milliseconds the timeout.
/// @return ``CONFAB_KEYRING_EMPTY`` if nothing was deleted.
confab_keyring_result confab_keyring_clear(const char *item, unsigned milliseconds);

/// Overwrites a secret in memory and frees it. `NULL` is permitted.
void confab_keyring_free(char *secret);

#endif

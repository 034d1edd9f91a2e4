#ifndef CKEYRING_H
#define CKEYRING_H

/// What came of a question to the keyring.
typedef enum {
    CONFAB_KEYRING_DONE,
    /// It has nothing of the kind.
    CONFAB_KEYRING_EMPTY,
    /// There is no libsecret, or no keyring; it is locked; or it took too long.
    CONFAB_KEYRING_FAILED
} confab_keyring_result;

/// Each asks the session's keyring by libsecret, which is loaded the first time, and returns after so many milliseconds at the
/// latest. A session bus must be known: none is started.
///
/// `item` tells what is kept from all else that is; `label` is what a person sees in a program for keyrings.
confab_keyring_result confab_keyring_store(
    const char *item, const char *label, const char *secret, unsigned milliseconds);

/// Where it is found, `secret` is what ``confab_keyring_free`` takes back.
confab_keyring_result confab_keyring_look_up(const char *item, char **secret, unsigned milliseconds);

confab_keyring_result confab_keyring_clear(const char *item, unsigned milliseconds);

/// Overwrites it before it is freed.
void confab_keyring_free(char *secret);

#endif

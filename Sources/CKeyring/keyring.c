#define _GNU_SOURCE

#include "CKeyring.h"
#include "libsecret.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef enum { STORE, LOOK_UP, CLEAR } question_kind;

// A request to the keyring. It runs on a thread of its own, so that the caller can go on after the timeout.
typedef struct {
    pthread_mutex_t mutex;
    pthread_cond_t ended;
    bool has_ended;
    // The caller and the thread each own the request. The last owner frees it.
    int owners;
    question_kind kind;
    char *item;
    char *label;
    char *secret;
    GCancellable *cancellable;
    confab_keyring_result result;
} question;

static const SecretSchema schema = {.name = "im.confab.tokens", .attributes = {{.name = "item"}}};

void confab_keyring_free(char *secret)
{
    if (!secret)
        return;
    explicit_bzero(secret, strlen(secret));
    free(secret);
}

// Gives up one owner's share of the request, and frees it after the last.
static void let_go(question *asked)
{
    pthread_mutex_lock(&asked->mutex);
    bool is_last = --asked->owners == 0;
    pthread_mutex_unlock(&asked->mutex);
    if (!is_last)
        return;
    confab_libsecret()->object_unref(asked->cancellable);
    pthread_mutex_destroy(&asked->mutex);
    pthread_cond_destroy(&asked->ended);
    free(asked->item);
    free(asked->label);
    confab_keyring_free(asked->secret);
    free(asked);
}

// Performs the request on its thread. found receives the secret of a look-up, to be freed with confab_keyring_free.
static confab_keyring_result ask(question *asked, char **found)
{
    const struct libsecret *library = confab_libsecret();
    GError *error = NULL;
    GDBusConnection *bus = library->bus_get(SESSION_BUS, asked->cancellable, &error);
    if (!bus) {
        if (error)
            library->error_free(error);
        return CONFAB_KEYRING_FAILED;
    }
    // By default GIO exits the program when the session bus exits. The connection is shared, so it is not closed here.
    library->set_exit_on_close(bus, false);

    GHashTable *attributes = library->hash_table_new(library->string_hash, library->string_equal);
    library->hash_table_insert(attributes, "item", asked->item);
    confab_keyring_result result = CONFAB_KEYRING_DONE;
    switch (asked->kind) {
    case STORE:
        if (!library->store(
                &schema, attributes, "default", asked->label, asked->secret, asked->cancellable, &error))
            result = CONFAB_KEYRING_FAILED;
        break;
    case LOOK_UP: {
        char *secret = library->look_up(&schema, attributes, asked->cancellable, &error);
        *found = secret ? strdup(secret) : NULL;
        if (secret)
            library->password_free(secret);
        else
            result = CONFAB_KEYRING_EMPTY;
        break;
    }
    case CLEAR:
        if (!library->clear(&schema, attributes, asked->cancellable, &error))
            result = CONFAB_KEYRING_EMPTY;
        break;
    }
    library->hash_table_unref(attributes);
    if (error) {
        library->error_free(error);
        result = CONFAB_KEYRING_FAILED;
    }
    return result;
}

static void *run(void *context)
{
    question *asked = context;
    char *found = NULL;
    confab_keyring_result result = ask(asked, &found);
    pthread_mutex_lock(&asked->mutex);
    asked->result = result;
    if (found) {
        confab_keyring_free(asked->secret);
        asked->secret = found;
    }
    asked->has_ended = true;
    pthread_cond_signal(&asked->ended);
    pthread_mutex_unlock(&asked->mutex);
    let_go(asked);
    return NULL;
}

// Starts the thread of the request. Returns false if there can be no further thread.
static bool start(question *asked)
{
    // Signals must be handled by the program's own threads. This thread and those that GIO starts from it block them.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    bool has_started = pthread_create(&thread, NULL, run, asked) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (has_started)
        pthread_detach(thread);
    return has_started;
}

// Waits for the result and cancels the request after the timeout. secret may be NULL; else it receives a found secret.
static confab_keyring_result wait_for(question *asked, unsigned milliseconds, char **secret)
{
    struct timespec deadline;
    clock_gettime(CLOCK_MONOTONIC, &deadline);
    deadline.tv_sec += milliseconds / 1000;
    deadline.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    if (deadline.tv_nsec >= 1000000000) {
        deadline.tv_sec += 1;
        deadline.tv_nsec -= 1000000000;
    }
    confab_keyring_result result = CONFAB_KEYRING_FAILED;
    pthread_mutex_lock(&asked->mutex);
    int status = 0;
    while (!asked->has_ended && status == 0)
        status = pthread_cond_clockwait(&asked->ended, &asked->mutex, CLOCK_MONOTONIC, &deadline);
    bool has_ended = asked->has_ended;
    if (has_ended) {
        result = asked->result;
        if (secret && result == CONFAB_KEYRING_DONE) {
            *secret = asked->secret;
            asked->secret = NULL;
        }
    }
    pthread_mutex_unlock(&asked->mutex);
    if (!has_ended)
        confab_libsecret()->cancellable_cancel(asked->cancellable);
    return result;
}

// Runs a request of any kind. label, given and secret are NULL for kinds that don't use them.
static confab_keyring_result put(
    question_kind kind, const char *item, const char *label, const char *given, char **secret, unsigned milliseconds)
{
    if (!confab_libsecret())
        return CONFAB_KEYRING_FAILED;
    question *asked = calloc(1, sizeof *asked);
    if (!asked)
        return CONFAB_KEYRING_FAILED;
    pthread_mutex_init(&asked->mutex, NULL);
    pthread_cond_init(&asked->ended, NULL);
    asked->owners = 2;
    asked->kind = kind;
    asked->item = strdup(item);
    asked->label = label ? strdup(label) : NULL;
    asked->secret = given ? strdup(given) : NULL;
    asked->cancellable = confab_libsecret()->cancellable_new();
    confab_keyring_result result = CONFAB_KEYRING_FAILED;
    if (start(asked))
        result = wait_for(asked, milliseconds, secret);
    else
        let_go(asked);
    let_go(asked);
    return result;
}

confab_keyring_result confab_keyring_store(
    const char *item, const char *label, const char *secret, unsigned milliseconds)
{
    return put(STORE, item, label, secret, NULL, milliseconds);
}

confab_keyring_result confab_keyring_look_up(const char *item, char **secret, unsigned milliseconds)
{
    *secret = NULL;
    return put(LOOK_UP, item, NULL, NULL, secret, milliseconds);
}

confab_keyring_result confab_keyring_clear(const char *item, unsigned milliseconds)
{
    return put(CLEAR, item, NULL, NULL, NULL, milliseconds);
}

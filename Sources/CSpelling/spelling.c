#include "CSpelling.h"

#include <CLibraries.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

// The used functions of libenchant. The build needs no headers of it, since it is loaded at run time.
static struct {
    void *(*broker_init)(void);
    void (*broker_free)(void *broker);
    void *(*request)(void *broker, const char *tag);
    void (*free_dictionary)(void *broker, void *dictionary);
    int (*check)(void *dictionary, const char *word, ssize_t length);
    char **(*suggest)(void *dictionary, const char *word, ssize_t length, size_t *count);
    void (*free_list)(void *dictionary, char **list);
    void (*add)(void *dictionary, const char *word, ssize_t length);
} library;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void)
{
    const confab_function functions[] = {
        {"enchant_broker_init", &library.broker_init},
        {"enchant_broker_free", &library.broker_free},
        {"enchant_broker_request_dict", &library.request},
        {"enchant_broker_free_dict", &library.free_dictionary},
        {"enchant_dict_check", &library.check},
        {"enchant_dict_suggest", &library.suggest},
        {"enchant_dict_free_string_list", &library.free_list},
        {"enchant_dict_add", &library.add},
    };
    is_loaded = confab_load_library("libenchant-2.so.2", functions, sizeof functions / sizeof functions[0]);
}

struct confab_dictionary {
    void *broker;
    void *words;
};

bool confab_spelling_is_there(void)
{
    pthread_once(&once, load);
    return is_loaded;
}

struct confab_dictionary *confab_dictionary_open(const char *language)
{
    if (!confab_spelling_is_there())
        return NULL;
    struct confab_dictionary *dictionary = calloc(1, sizeof *dictionary);
    if (!dictionary)
        return NULL;
    dictionary->broker = library.broker_init();
    if (dictionary->broker)
        dictionary->words = library.request(dictionary->broker, language);
    if (dictionary->words)
        return dictionary;
    confab_dictionary_close(dictionary);
    return NULL;
}

void confab_dictionary_close(struct confab_dictionary *dictionary)
{
    if (!dictionary)
        return;
    if (dictionary->words)
        library.free_dictionary(dictionary->broker, dictionary->words);
    if (dictionary->broker)
        library.broker_free(dictionary->broker);
    free(dictionary);
}

bool confab_dictionary_has(struct confab_dictionary *dictionary, const char *word)
{
    // The result is positive for a misspelled word, and negative after an error. After an error, no mistake is
    // reported.
    return library.check(dictionary->words, word, (ssize_t)strlen(word)) <= 0;
}

void confab_dictionary_suggest(
    struct confab_dictionary *dictionary, const char *word, void (*take)(const char *suggestion, void *context),
    void *context)
{
    size_t count = 0;
    char **list = library.suggest(dictionary->words, word, (ssize_t)strlen(word), &count);
    for (size_t index = 0; list && index < count; index++)
        take(list[index], context);
    if (list)
        library.free_list(dictionary->words, list);
}

void confab_dictionary_add(struct confab_dictionary *dictionary, const char *word)
{
    library.add(dictionary->words, word, (ssize_t)strlen(word));
}

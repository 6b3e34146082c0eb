#pragma once
// What the engine uses of a C library, where there is no operating system.
#include <stddef.h>
#include <stdint.h>

void *malloc(size_t);
void *realloc(void *, size_t);
void free(void *);
void *memchr(const void *, int, size_t);
int memcmp(const void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
// As `snprintf` with a number of places and a double.
int print_double(char *, size_t, const char *format, int places, double);

// Divides the code of a WebAssembly module into streams that compress better apart (code.h): divider MODULE >DIVIDED. Runs where the
// page is made; in the page expander.c joins them.
#include "code.h"

#include <stdio.h>
#include <stdlib.h>

static const uint8_t *next, *end;

static struct {
  uint8_t *bytes;
  uint32_t count;
} streams[STREAMS];

static uint8_t move(unsigned stream) {
  if (next >= end) {
    stopped = 1;
    return 0;
  }
  return streams[stream].bytes[streams[stream].count++] = *next++;
}

static void fail(const char *reason) {
  fprintf(stderr, "divider: %s\n", reason);
  exit(1);
}

static uint32_t size(void) {
  uint32_t result = 0;
  for (unsigned bits = 0; bits < 32 && next < end; bits += 7) {
    result |= (uint32_t)(*next & 0x7F) << bits;
    if (*next++ < 0x80) return result;
  }
  fail("a size is damaged");
  return 0;
}

static void write(const void *bytes, size_t count) {
  if (fwrite(bytes, 1, count, stdout) != count) fail("the output cannot be written");
}

static void writeSize(uint32_t size) {
  uint8_t bytes[] = {(uint8_t)size, (uint8_t)(size >> 8), (uint8_t)(size >> 16), (uint8_t)(size >> 24)};
  write(bytes, sizeof bytes);
}

int main(int count, char **arguments) {
  enum { LARGEST = 1 << 26, NAME = 8, CODE_SECTION = 10 };
  if (count != 2) fail("which module?");
  FILE *file = fopen(arguments[1], "rb");
  uint8_t *module = malloc(LARGEST);
  for (unsigned index = 0; index < STREAMS; index++) streams[index].bytes = malloc(LARGEST);
  if (!file) fail("the module cannot be read");
  size_t length = fread(module, 1, LARGEST, file);
  if (length < NAME || length == LARGEST) fail("the module is too short or too long");

  // Sections: which one, its size, and its content.
  next = module + NAME;
  end = module + length;
  const uint8_t *after = end;
  for (;;) {
    if (next >= end) fail("the module has no code");
    unsigned section = *next++;
    uint32_t bytes = size();
    if (bytes > (size_t)(end - next)) fail("the module ends in a section");
    after = next + bytes;
    if (section == CODE_SECTION) break;
    next = after;
  }
  uint32_t functions = size();
  const uint8_t *first = next;
  for (uint32_t index = 0; index < functions; index++) {
    uint32_t bytes = size();
    const uint8_t *expected = next + bytes;
    function();
    if (stopped || next != expected) fail("a function has an instruction that code.h does not know");
  }
  if (next != after) fail("the code ends elsewhere than its section");
  writeSize(streams[CODE].count);
  writeSize(streams[LOCALS].count);
  writeSize((uint32_t)(first - module));
  writeSize((uint32_t)(end - after));
  writeSize(functions);
  write(module, (size_t)(first - module));
  write(streams[CODE].bytes, streams[CODE].count);
  write(after, (size_t)(end - after));
  write(streams[LOCALS].bytes, streams[LOCALS].count);
  if (fflush(stdout)) fail("the output cannot be written");
  return 0;
}

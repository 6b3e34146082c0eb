// What the embedded standard library and the engine need of a C library, where there is no operating system: memory and its bytes.
// Numbers and mathematics come from wasi-libc, which bin/playground links.
#include "include/bare.h"

// Memory: blocks of powers of two, each class with a list of free ones, over a heap that grows. A block begins with 16 bytes of
// header: its class, and where it starts.
extern unsigned char __heap_base;

typedef struct Block {
  struct Block *next;
} Block;

enum { HEADER = 16, PAGE = 65536 };

static uintptr_t top;
static Block *lists[33];

static void *grow(size_t count) {
  if (!top) top = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
  uintptr_t start = top, end = start + count;
  uintptr_t size = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
  if (end < start) return 0;
  if (end > size) {
    // A quarter more than there is, where there is room for it: growing is slow.
    uintptr_t needed = (end - size + PAGE - 1) / PAGE, more = size / PAGE / 4;
    if (more < needed) more = needed;
    if (__builtin_wasm_memory_grow(0, more) == (size_t)-1 && __builtin_wasm_memory_grow(0, needed) == (size_t)-1) return 0;
  }
  top = end;
  return (void *)start;
}

void *malloc(size_t count) {
  if (count > (size_t)1 << 30) return 0;
  unsigned class = 5;
  while (((size_t)1 << class) < count + HEADER) class++;
  unsigned char *block = (unsigned char *)lists[class];
  if (block) {
    lists[class] = lists[class]->next;
  } else if (!(block = grow((size_t)1 << class))) {
    return 0;
  }
  ((uint32_t *)(block + 8))[0] = class;
  ((uint32_t *)(block + 8))[1] = (uint32_t)(uintptr_t)block;
  return block + HEADER;
}

void free(void *memory) {
  if (!memory) return;
  Block *block = (Block *)(uintptr_t)((uint32_t *)memory)[-1];
  unsigned class = ((uint32_t *)memory)[-2];
  block->next = lists[class];
  lists[class] = block;
}

void *realloc(void *memory, size_t count) {
  if (!memory) return malloc(count);
  uintptr_t block = ((uint32_t *)memory)[-1];
  size_t room = block + ((size_t)1 << ((uint32_t *)memory)[-2]) - (uintptr_t)memory;
  if (count <= room) return memory;
  void *larger = malloc(count);
  if (larger) {
    __builtin_memcpy(larger, memory, room);
    free(memory);
  }
  return larger;
}

int posix_memalign(void **result, size_t alignment, size_t count) {
  enum { ENOMEM = 12 };
  if (alignment <= 16) return (*result = malloc(count)) ? 0 : ENOMEM;
  unsigned char *memory = malloc(count + alignment + HEADER);
  if (!memory) return ENOMEM;
  unsigned char *aligned = (unsigned char *)(((uintptr_t)memory + HEADER + alignment - 1) & ~(uintptr_t)(alignment - 1));
  uint32_t class = ((uint32_t *)memory)[-2], block = ((uint32_t *)memory)[-1];
  ((uint32_t *)aligned)[-2] = class;
  ((uint32_t *)aligned)[-1] = block;
  *result = aligned;
  return 0;
}

// Traps: the page makes a new instance.
_Noreturn void abort(void) { __builtin_trap(); }
uintptr_t __stack_chk_guard = 0x5bd1e995;
_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }

// Hashes of dictionaries may differ every run, and no result depends on them: a fixed seed will do.
void arc4random_buf(void *bytes, size_t count) {
  for (size_t index = 0; index < count; index++) ((unsigned char *)bytes)[index] = (unsigned char)(index * 37 + 11);
}

// Numbers.
double strtod(const char *, char **);
int snprintf(char *, size_t, const char *, ...);

const char *_swift_stdlib_strtod_clocale(const char *text, double *result) {
  char *end;
  *result = strtod(text, &end);
  return end;
}

int print_double(char *to, size_t count, const char *format, int places, double value) {
  return snprintf(to, count, format, places, value);
}

// What the printing of numbers is linked with, and never calls: streams.
int __imported_wasi_snapshot_preview1_fd_close(int stream) { return 8; }
int __imported_wasi_snapshot_preview1_fd_seek(int stream, int64_t offset, int from, int result) { return 8; }
int __imported_wasi_snapshot_preview1_fd_write(int stream, int parts, int count, int result) { return 8; }

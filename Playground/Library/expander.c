// Expands in the page what `xz --format=lzma` compressed, in a module of its own: browsers expand only gzip, which finds no repetition
// that is more than 32 KiB back, and machine code is full of them. The format is that of Igor Pavlov's LZMA specification
// (https://www.7-zip.org/sdk.html). Then joins what divider.c divided.
#include "code.h"

typedef uint16_t Probability;

typedef struct {
  Probability choice[2], low[16][8], middle[16][8], high[256];
} Lengths;

static struct {
  Probability match[12][16], repeated[12], other[12], third[12], fourth[12], longer[12][16];
  Probability slots[4][64], special[115], align[16], literals[16][0x300];
  Lengths matches, repeats;
} model;

static const uint8_t *next, *end;
static uint32_t range, code;

static inline void normalize(void) {
  if (range >> 24) return;
  range <<= 8;
  code = code << 8 | (next < end ? *next++ : 0);
}

static inline unsigned bit(Probability *probability) {
  uint32_t bound = (range >> 11) * *probability;
  unsigned result = code >= bound;
  if (result) {
    range -= bound;
    code -= bound;
    *probability -= *probability >> 5;
  } else {
    range = bound;
    *probability += (2048 - *probability) >> 5;
  }
  normalize();
  return result;
}

static unsigned tree(Probability *probabilities, unsigned bits) {
  unsigned number = 1;
  for (unsigned index = 0; index < bits; index++) number = number << 1 | bit(probabilities + number);
  return number - (1u << bits);
}

static unsigned reversed(Probability *probabilities, unsigned bits) {
  unsigned number = 1, result = 0;
  for (unsigned index = 0; index < bits; index++) {
    unsigned one = bit(probabilities + number);
    number = number << 1 | one;
    result |= one << index;
  }
  return result;
}

static unsigned length(Lengths *lengths, unsigned place) {
  if (!bit(&lengths->choice[0])) return tree(lengths->low[place], 3);
  if (!bit(&lengths->choice[1])) return 8 + tree(lengths->middle[place], 3);
  return 16 + tree(lengths->high, 8);
}

static uint32_t distance(unsigned count) {
  unsigned slot = tree(model.slots[count < 3 ? count : 3], 6);
  if (slot < 4) return slot;
  unsigned bits = (slot >> 1) - 1;
  uint32_t result = (2 | (slot & 1)) << bits;
  if (slot < 14) return result + reversed(model.special + result - slot, bits);
  uint32_t direct = 0;
  for (unsigned index = 4; index < bits; index++) {
    range >>= 1;
    unsigned one = code >= range;
    if (one) code -= range;
    direct = direct << 1 | one;
    normalize();
  }
  return result + (direct << 4) + reversed(model.align, 4);
}

// Writes the `size` bytes to which the `count` bytes at `from` expand; 0 where they are damaged.
int expand(const uint8_t *from, uint32_t count, uint8_t *to, uint32_t size) {
  if (count < 18 || from[0] >= 9 * 5 * 5) return 0;
  unsigned properties = from[0], contextBits = properties % 9, placeBits = properties / 9 % 5, positionBits = properties / 45;
  if (contextBits + placeBits > 4) return 0;
  for (unsigned index = 0; index < sizeof model / sizeof(Probability); index++) ((Probability *)&model)[index] = 1024;
  next = from + 14;
  end = from + count;
  range = 0xFFFFFFFF;
  code = 0;
  for (unsigned index = 0; index < 4; index++) code = code << 8 | *next++;

  uint32_t distances[4] = {0}, position = 0;
  unsigned state = 0;
  while (position < size) {
    unsigned place = position & ((1u << positionBits) - 1);
    if (!bit(&model.match[state][place])) {
      unsigned before = position ? to[position - 1] : 0;
      Probability *literal = model.literals[((position & ((1u << placeBits) - 1)) << contextBits) + (before >> (8 - contextBits))];
      unsigned byte = 1;
      if (state >= 7) {
        unsigned expected = to[position - distances[0] - 1];
        while (byte < 0x100) {
          unsigned guess = expected >> 7 & 1, one = bit(literal + ((1 + guess) << 8) + byte);
          expected <<= 1;
          byte = byte << 1 | one;
          if (one != guess) break;
        }
      }
      while (byte < 0x100) byte = byte << 1 | bit(literal + byte);
      to[position++] = (uint8_t)byte;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    unsigned copied;
    if (!bit(&model.repeated[state])) {
      for (unsigned index = 3; index > 0; index--) distances[index] = distances[index - 1];
      copied = 2 + length(&model.matches, place);
      distances[0] = distance(copied - 2);
      state = state < 7 ? 7 : 10;
    } else {
      unsigned which = 0;
      if (bit(&model.other[state])) which = !bit(&model.third[state]) ? 1 : 2 + bit(&model.fourth[state]);
      if (which == 0 && !bit(&model.longer[state][place])) {
        copied = 1;
        state = state < 7 ? 9 : 11;
      } else {
        uint32_t chosen = distances[which];
        for (unsigned index = which; index > 0; index--) distances[index] = distances[index - 1];
        distances[0] = chosen;
        copied = 2 + length(&model.repeats, place);
        state = state < 7 ? 8 : 11;
      }
    }
    if (distances[0] >= position || copied > size - position) return 0;
    for (; copied > 0; copied--, position++) to[position] = to[position - distances[0] - 1];
  }
  return 1;
}

static struct {
  const uint8_t *next, *end;
} streams[STREAMS];
static uint8_t *output, *outputEnd;

static uint8_t move(unsigned stream) {
  if (streams[stream].next >= streams[stream].end || output >= outputEnd) {
    stopped = 1;
    return 0;
  }
  return *output++ = *streams[stream].next++;
}

static void section(const uint8_t **from, uint32_t count) {
  if (count > (uint32_t)(outputEnd - output)) {
    stopped = 1;
    return;
  }
  __builtin_memcpy(output, *from, count);
  output += count;
  *from += count;
}

// Writes the module of `size` bytes that was divided into the `count` bytes at `from`; 0 where they are damaged. `to` has room for
// `LONGEST` bytes more.
int join(const uint8_t *from, uint32_t count, uint8_t *to, uint32_t size) {
  enum { LONGEST = 5 };  // the bytes of a number
  uint32_t header[HEADER];
  if (count < sizeof header) return 0;
  __builtin_memcpy(header, from, sizeof header);
  from += sizeof header;
  uint64_t total = sizeof header;
  for (unsigned index = 0; index < FUNCTIONS; index++) total += header[index];
  if (total != count) return 0;
  stopped = 0;
  output = to;
  outputEnd = to + size + LONGEST;
  section(&from, header[BEFORE]);
  streams[CODE].next = from;
  streams[CODE].end = from += header[CODE];
  streams[LOCALS].next = from + header[AFTER];
  streams[LOCALS].end = streams[LOCALS].next + header[LOCALS];
  for (uint32_t index = 0; index < header[FUNCTIONS] && !stopped; index++) {
    if (outputEnd - output < LONGEST) return 0;
    // The function's size comes before it, as short as it can be, and is known after it.
    uint8_t *sized = output, *start = output += LONGEST;
    function();
    uint32_t bytes = (uint32_t)(output - start), rest = bytes;
    for (; rest >= 0x80; rest >>= 7) *sized++ = (uint8_t)(rest | 0x80);
    *sized++ = (uint8_t)rest;
    __builtin_memmove(sized, start, bytes);
    output = sized + bytes;
  }
  section(&from, header[AFTER]);
  return !stopped && output == to + size;
}

// A walk over the functions of a WebAssembly module, byte by byte, which tells the numbers of locals from all else. Where code repeats,
// they seldom do: a compressor finds more in both when they are apart. What divides a module (divider.c) and what joins it again
// (expander.c) differ in where `move` takes a byte and where it puts it. Numbers are LEB128, and moved as they are written. The
// instructions are those of WebAssembly 1.0 and what compilers have since made their default
// (https://webassembly.github.io/spec/core/binary/instructions.html).
#include <stdint.h>

enum { CODE, LOCALS, STREAMS };

// What a divided module begins with, 32 bits each: how many bytes of each stream there are, how many before the functions and after
// them, and the number of functions. The bytes follow: before, code, after, locals.
enum { BEFORE = STREAMS, AFTER, FUNCTIONS, HEADER };

// Moves one byte; where there is none, sets `stopped`.
static uint8_t move(unsigned stream);

static int stopped;

static uint32_t number(unsigned stream) {
  uint32_t result = 0;
  for (unsigned bits = 0;; bits += 7) {
    uint8_t byte = move(stream);
    if (bits < 32) result |= (uint32_t)(byte & 0x7F) << bits;
    if (byte < 0x80 || stopped) return result;
  }
}

static void numbers(uint32_t count) {
  for (; count > 0 && !stopped; count--) number(CODE);
}

static void bytes(unsigned count) {
  for (; count > 0; count--) move(CODE);
}

// Moves one function; stops at an instruction that is not known here.
static void function(void) {
  for (uint32_t groups = number(CODE); groups > 0 && !stopped; groups--) {
    number(CODE);
    move(CODE);
  }
  for (unsigned depth = 1; depth > 0 && !stopped;) {
    uint8_t instruction = move(CODE);
    if (instruction >= 0x28 && instruction <= 0x3E) {  // loads and stores
      numbers(2);
      continue;
    }
    if (instruction >= 0x45 && instruction <= 0xC4) continue;  // arithmetic
    switch (instruction) {
      case 0x00: case 0x01: case 0x05: case 0x0F: case 0x1A: case 0x1B: break;  // unreachable, nop, else, return, drop, select
      case 0x02: case 0x03: case 0x04: depth++, number(CODE); break;            // block, loop, if
      case 0x0B: depth--; break;                                                // end
      case 0x0C: case 0x0D: case 0x10: numbers(1); break;                       // br, br_if, call
      case 0x0E: numbers(number(CODE)), numbers(1); break;                      // br_table
      case 0x11: numbers(2); break;                                             // call_indirect
      case 0x20: case 0x21: case 0x22: number(LOCALS); break;
      case 0x23: case 0x24: case 0x3F: case 0x40: numbers(1); break;  // globals, and the size of the memory
      case 0x41: case 0x42: numbers(1); break;                        // i32.const, i64.const
      case 0x43: bytes(4); break;                                     // f32.const
      case 0x44: bytes(8); break;                                     // f64.const
      case 0xFC: {
        uint32_t which = number(CODE);
        if (which == 10 || which == 11) numbers(12 - which);  // memory.copy, memory.fill
        else if (which > 7) stopped = 1;
        break;
      }
      default: stopped = 1;
    }
  }
}

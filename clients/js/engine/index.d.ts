/** A value of JSON. */
export type JSONValue = null | boolean | number | string | JSONValue[] | { [key: string]: JSONValue };

/** One thing that is wrong with a request, a pack or a parameter. */
export interface Diagnostic {
  /** Stable: what programs decide by. `terrain diagnostics CODE` explains it. */
  code: string;
  severity: "error" | "warning" | "info";
  message: string;
  /** Where in the request, such as `params.answers.sleep`. */
  path?: string;
  /** How to repair it. */
  fix?: string;
}

/** A call that was refused, or an engine that has ended. */
export class TerrainError extends Error {
  readonly diagnostics: Diagnostic[];
}

/** What an engine is made of. */
export interface Source {
  /** The compiled engine, as `bin/playground --engine FILE` writes it. */
  wasm: BufferSource;
  /** A built pack, as `terrain build` writes it. */
  pack: Uint8Array;
  /** Time zones that requests name: TZif files by their path, `/usr/share/zoneinfo/Europe/Berlin`. */
  zones?: Record<string, Uint8Array>;
}

/** A pack on an engine in a worker. Calls may be made at once; they are answered in their order. */
export interface Terrain {
  /** The result of `method`: what `terrain serve` answers, from the same code. Rejects with a `TerrainError`. */
  ask<Result = JSONValue>(method: string, params?: { [key: string]: JSONValue }): Promise<Result>;
  /** Gives parameters of the rules other values, by `module.name`; all others have those of the rules. */
  set(parameters: Record<string, string | number | boolean>): Promise<void>;
  /** For each outcome of the quiz, the share of each id over all answers, in millionths. */
  shares(): Promise<Record<string, Record<string, number>>>;
  /** Ends the worker. Calls that wait are rejected. */
  close(): Promise<void>;
}

/** Loads a pack. Rejects with a `TerrainError` where the engine cannot read it. */
export function load(source: Source): Promise<Terrain>;

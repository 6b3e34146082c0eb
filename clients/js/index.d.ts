import type { Operations } from "./operations.js";
export type * from "./operations.js";

/** Any error of this package. */
export class TerrainError extends Error {}
/** The service has ended, does not read, or wrote a line that is too long. The client is of no more use. */
export class ServiceLost extends TerrainError {}
/** No answer came in time. */
export class NoAnswer extends TerrainError {}
/** The service refused the request. */
export class RequestError extends TerrainError {
  readonly code?: number;
  readonly data?: unknown;
  readonly diagnostics: readonly Record<string, unknown>[];
}

export interface Options {
  /** Milliseconds that a call waits for its answer: 30,000 by default. */
  timeout?: number;
  /** The longest line that is read, in bytes: 64 MiB by default. */
  longest?: number;
}

/** Many requests may be under way at once. */
export class Client {
  /** Starts `PROGRAM serve ARGUMENTS`, and ends it when the client is closed. */
  static start(program?: string, commandArguments?: readonly string[], options?: Options): Client;
  /** Resolves with the operation's result, or rejects with a TerrainError. */
  call<Method extends keyof Operations>(
    method: Method, params: Operations[Method]["params"],
  ): Promise<Operations[Method]["result"]>;
  /** Ends the service; resolves with its exit code. */
  close(): Promise<number>;
}

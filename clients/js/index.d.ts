/** Any error of this package. */
export class TerrainError extends Error {}
/** The service has ended or wrote a line that is too long. The client is of no more use. */
export class ServiceLost extends TerrainError {}
/** No answer came in time. */
export class NoAnswer extends TerrainError {}
/** The service refused the request. */
export class RequestError extends TerrainError {
  readonly code?: number;
  /** The path of the first wrong value in the request. */
  readonly path?: string;
  readonly diagnostics: readonly Record<string, unknown>[];
}

export interface Options {
  /** The milliseconds of a call: 30,000 by default. */
  timeout?: number;
  /** The longest line that is read, in bytes: 64 MiB by default. */
  longest?: number;
}

/** A version of a pack or of rules. */
export interface Version {
  readonly id: string;
  readonly version: string;
  readonly hash: string;
  /** Parameters that have other values than the files contain. */
  readonly set?: readonly string[];
}

/** What a service runs. */
export interface Versions {
  readonly program: string;
  readonly protocol: number;
  readonly pack: Version;
  readonly rules: Version;
}

/** Many requests may be under way at once. `terrain schema --stubs typescript` prints types of parameters and results. */
export class Client implements AsyncDisposable {
  /** Starts `PROGRAM serve ARGUMENTS`. */
  constructor(program?: string, commandArguments?: readonly string[], options?: Options);
  /** Resolves with the operation's result, or rejects with a TerrainError. */
  call<Result = unknown>(method: string, params?: object, timeout?: number): Promise<Result>;
  /** Resolves with the versions of the service, or rejects if it speaks another version of the protocol than this client. */
  handshake(timeout?: number): Promise<Versions>;
  /** Yields for each request, in order, its result, or the RequestError or NoAnswer of it. `ahead` requests are under way at once. */
  calls<Result = unknown>(
    requests: Iterable<[method: string, params?: object]> | AsyncIterable<[method: string, params?: object]>,
    options?: { timeout?: number; ahead?: number },
  ): AsyncGenerator<Result | RequestError | NoAnswer>;
  /** Ends the service once requests that it has read are answered; resolves with its exit code. */
  close(): Promise<number>;
  [Symbol.asyncDispose](): Promise<void>;
}

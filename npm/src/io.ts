/** 0: all checks passed. 1: a check failed. 2: nothing, or not everything, was tested. */
export type ExitCode = 0 | 1 | 2;

/** One of the two text streams a command may write to. */
export interface TextStream {
  /**
   * Resolves once the text is handed to the system; a closed pipe is not an error.
   *
   * @throws McpwardError `output` when results cannot be written for another reason, such as a full disk
   */
  write(text: string): Promise<void>;
  readonly isTty: boolean;
  /** Width in columns; `undefined` when it is not a terminal. */
  readonly columns: number | undefined;
  readonly color: boolean;
}

/** Everything of the outside world that a command may touch, so that commands are tested without a process. */
export interface Io {
  readonly stdout: TextStream;
  readonly stderr: TextStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Fires on SIGINT, SIGTERM and SIGHUP: stop the server, leave no half-written file. */
  readonly signal: AbortSignal;
  readonly now: () => Date;
  readonly nodeVersion: string;
  readonly platform: string;
}

/** Whether this is a CI job, by the variable that all common CI systems set. */
export function inCi(env: Io["env"]): boolean {
  const value = env["CI"];
  return value !== undefined && value !== "" && value !== "false" && value !== "0";
}

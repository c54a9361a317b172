import type { Secret } from "./variables.js";

/**
 * Whether a value, by its name or its look, may be a secret. Errs on the side of yes: a variable too many costs a
 * line, a published secret costs a rotation.
 */
export function looksSecret(name: string, value: string): boolean {
  if (/key|token|secret|pass|pwd|auth|credential|cookie|session|dsn|private|\bpat\b|_pat$/i.test(name))
    return true;
  // Credentials inside an address.
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/\s@]*:[^/\s@]*@/i.test(value)) return true;
  if (!/^[A-Za-z0-9_\-+=.]{20,}$/.test(value) || !/[0-9]/.test(value) || !/[A-Za-z]/.test(value))
    return false;
  const words = /^[a-z0-9]{1,15}([.-][a-z0-9]{1,15})+$/.test(value);
  const version = /^v?\d+\.\d+/.test(value);
  return !words && !version;
}

/** The parts of a command line that look like secrets: `--api-key=VALUE`, `--token VALUE`, `KEY=VALUE`. */
export function secretArguments(args: readonly string[]): Secret[] {
  return args.flatMap((arg, index) => {
    const assigned = /^([^=]+)=(.+)$/.exec(arg);
    if (assigned?.[1] !== undefined && assigned[2] !== undefined) {
      return looksSecret(assigned[1], assigned[2]) ? [{ name: assigned[1], value: assigned[2] }] : [];
    }
    const before = args[index - 1] ?? "";
    const named = before.startsWith("-") && !before.includes("=") && !arg.startsWith("-");
    const name = named ? before : "";
    return looksSecret(name, arg) ? [{ name: name || "argument", value: arg }] : [];
  });
}

/** A command line that may be written down: what looks like a secret in it is replaced, `${NAME}` is kept. */
export function withoutSecrets(args: readonly string[]): string[] {
  const values = secretArguments(args)
    .map(({ value }) => value)
    .filter((value) => value.length >= 8 && !value.includes("${"));
  return args.map((arg) => {
    const value = values.find((secret) => arg === secret || arg.endsWith(`=${secret}`));
    return value === undefined ? arg : `${arg.slice(0, -value.length)}[redacted]`;
  });
}

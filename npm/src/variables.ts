/** A place where text asks for an environment variable that is not set. */
export interface Unset {
  readonly name: string;
  /** Where its `${` starts in the text. */
  readonly offset: number;
}

/** A value that must not appear in any output; its name is shown in its place. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

export interface Expanded {
  readonly text: string;
  /** What came from the environment: secrets, as far as reports are concerned. */
  readonly used: readonly Secret[];
  readonly unset: readonly Unset[];
}

const REFERENCE = /\$(\$\{|\{([A-Za-z_][A-Za-z0-9_]*)(:-([^}]*))?\})/g;

/**
 * Replaces `${NAME}` by the variable and `${NAME:-other}` by the variable or, when that is unset or empty, by
 * `other`. `$${` stands for a literal `${`. Anything else is left as it is.
 */
export function expand(text: string, env: Readonly<Record<string, string | undefined>>): Expanded {
  const used: Secret[] = [];
  const unset: Unset[] = [];
  const result = text.replace(
    REFERENCE,
    (
      whole: string,
      _rest: string,
      name: string | undefined,
      fallback: string | undefined,
      other: string,
      at: number,
    ) => {
      if (name === undefined) return "${";
      const found = env[name];
      if (fallback !== undefined && (found === undefined || found === "")) return other;
      if (found === undefined) {
        unset.push({ name, offset: at });
        return whole;
      }
      if (found !== "") used.push({ name, value: found });
      return found;
    },
  );
  return { text: result, used, unset };
}

import { type Args, value } from "./args.js";
import { McpwardError } from "./errors.js";

const MAX_JOBS = 64;

/**
 * The servers of this shard: with `--shard I/N` every N-th, beginning with the I-th, so that N jobs of a CI matrix
 * test each of them once.
 *
 * @throws McpwardError `usage`
 */
export function ofThisShard<T>(servers: readonly T[], args: Args): readonly T[] {
  const given = value(args, "shard");
  if (given === undefined) return servers;
  const [part, parts] = /^(\d{1,4})\/(\d{1,4})$/.exec(given)?.slice(1).map(Number) ?? [];
  if (part === undefined || parts === undefined || part < 1 || part > parts) {
    throw new McpwardError("usage", `\`--shard ${given}\` is no part of a whole`, {
      hint: "give the part and the number of parts, the first being 1: `--shard 2/3`",
    });
  }
  return servers.filter((_, index) => index % parts === part - 1);
}

/**
 * How many servers are looked at at the same time: `--jobs N`, by default one after the other.
 *
 * @throws McpwardError `usage`
 */
export function jobs(args: Args): number {
  const given = value(args, "jobs");
  if (given === undefined) return 1;
  const count = /^\d{1,3}$/.test(given) ? Number(given) : 0;
  if (count < 1 || count > MAX_JOBS) {
    throw new McpwardError("usage", `\`--jobs ${given}\` is no number from 1 to ${MAX_JOBS}`);
  }
  return count;
}

/** Does something for each item, at most `limit` at the same time. Gives a promise for each, in their order. */
export function inParallel<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): readonly Promise<R>[] {
  let free = limit;
  const waiting: (() => void)[] = [];
  const results = items.map(async (item) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await work(item);
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  });
  // Each is looked at in its turn: a failure that nobody waits for yet is no unhandled one.
  for (const result of results) result.catch(() => undefined);
  return results;
}

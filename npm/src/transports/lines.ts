import { MAX_MESSAGE_BYTES } from "./vocabulary.js";

/**
 * Cuts bytes at each line feed. Whole lines are decoded, so a character split over two chunks stays whole, and a long
 * line is put together once, however many chunks it came in.
 */
export function lineSplitter(onLine: (line: Buffer) => void, onTooLong: () => void) {
  let parts: Buffer[] = [];
  let length = 0;
  let broken = false;
  const take = (last: Buffer): Buffer => {
    const line = parts.length === 0 ? last : Buffer.concat([...parts, last]);
    parts = [];
    length = 0;
    return line;
  };
  return {
    push(chunk: Buffer): void {
      let from = 0;
      while (!broken) {
        const end = chunk.indexOf(0x0a, from);
        const part = chunk.subarray(from, end === -1 ? undefined : end);
        if (length + part.length > MAX_MESSAGE_BYTES) {
          broken = true;
          parts = [];
          onTooLong();
        } else if (end === -1) {
          if (part.length > 0) parts.push(part);
          length += part.length;
          return;
        } else {
          onLine(take(part));
          from = end + 1;
        }
      }
    },
    /** What stands after the last line feed, without taking it. */
    rest(limit: number): Buffer {
      const rest: Buffer[] = [];
      let size = 0;
      for (const part of parts) {
        if (size >= limit) break;
        rest.push(part);
        size += part.length;
      }
      return Buffer.concat(rest).subarray(0, limit);
    },
    /** Takes what stands after the last line feed as a line of its own. */
    end(): void {
      if (!broken && length > 0) onLine(take(Buffer.alloc(0)));
    },
  };
}

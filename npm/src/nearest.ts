/** The known word closest to `word`, when it is close enough to be a likely typing slip. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.min(3, Math.floor(word.length / 2) + 1);
  for (const candidate of known) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  if (best !== undefined) return best;
  // `--report` for `--reporter`: a distance of two or more, but clearly meant.
  const lower = word.toLowerCase();
  for (const candidate of known) {
    const other = candidate.toLowerCase();
    if (lower.length >= 3 && (other.startsWith(lower) || lower.startsWith(other))) return candidate;
  }
  return undefined;
}

/** A question to append to an error message, or an empty string. */
export function didYouMean(word: string, known: Iterable<string>, prefix = ""): string {
  const found = nearest(word, known);
  return found === undefined ? "" : `; did you mean \`${prefix}${found}\`?`;
}

/** Levenshtein distance with a swap of neighbours counted once; anything over `limit` comes back as more than it. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(previous[j]! + 1, current[j - 1]! + 1, previous[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, beforePrevious[j - 2]! + 1);
      }
      current.push(cost);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length]!;
}

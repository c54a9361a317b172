/** How many UTF-16 units the first characters of a text are. */
export function units(text: string, characters: number): number {
  let at = 0;
  for (let seen = 0; seen < characters && at < text.length; seen += 1)
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at;
}

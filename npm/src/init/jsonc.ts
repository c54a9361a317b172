const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
const COMMENT = new RegExp(String.raw`${STRING}|\/\/[^\n]*|\/\*[\s\S]*?\*\/`, "g");
const TRAILING_COMMA = new RegExp(String.raw`${STRING}|,(?=\s*[}\]])`, "g");

/** JSON as editors write it: line and block comments and trailing commas are allowed. Throws `SyntaxError`. */
export function parseJsonc(text: string): unknown {
  const bare = text
    .replace(COMMENT, (token) => (token.startsWith('"') ? token : " "))
    .replace(TRAILING_COMMA, (token) => (token.startsWith('"') ? token : ""));
  return JSON.parse(bare);
}

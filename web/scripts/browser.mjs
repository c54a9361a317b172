// Says where a Chromium is; exits with 1 where there is none.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const found = [
  process.env.MCPWARD_BROWSER,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  chromium.executablePath(),
].find((path) => path && existsSync(path));

if (found === undefined) process.exit(1);
console.log(found);

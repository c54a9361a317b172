import { matchers } from "mcpward/vitest";
import { expect } from "vitest";

expect.extend(matchers);

import { expect } from "@jest/globals";
import { matchers } from "mcpward/jest";

expect.extend(matchers);

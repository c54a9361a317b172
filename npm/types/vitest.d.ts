import "vitest";
import type { ContractMatchers } from "../dist/matchers/vitest.js";

declare module "vitest" {
  // The type parameter is what vitest declares it to be.
  interface Matchers<T = any> extends ContractMatchers {}
}

export * from "../dist/matchers/vitest.js";

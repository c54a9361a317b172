import type { ContractMatchers } from "../dist/matchers/jest.js";

// For `import { expect } from "@jest/globals"`. The type parameters are what jest declares them to be.
declare module "expect" {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends ContractMatchers {}
}

// For the global `expect` of `@types/jest`.
declare global {
  namespace jest {
    interface Matchers<R, T = {}> extends ContractMatchers {}
  }
}

export * from "../dist/matchers/jest.js";

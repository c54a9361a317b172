// What vitest and jest are put through, which share the form of `describe`, `test` and `expect`.
import { accepted, rejected, servers } from "./scenarios.mjs";

export function expectations({ describe, expect, test }) {
  for (const { name, target, lockfile } of servers) {
    describe(name, () => {
      test("contract", async () => {
        await expect(await target()).toMatchContract(lockfile);
      });
      test("contract without its class", async () => {
        await expect(await target()).toMatchContract(lockfile, { failOn: ["tool_removed"] });
      });
      test("security", async () => {
        await expect(await target()).toHaveNoSecurityFindings();
      });
      test("call", async () => {
        await expect(await target()).toAcceptCall("forecast", accepted);
      });
      test("not contract", async () => {
        await expect(await target()).not.toMatchContract(lockfile);
      });
      test("not security", async () => {
        await expect(await target()).not.toHaveNoSecurityFindings();
      });
      test("not call", async () => {
        await expect(await target()).not.toAcceptCall("forecast", rejected);
      });
      test("no such tool", async () => {
        await expect(await target()).toAcceptCall("weather");
      });
    });
  }
}

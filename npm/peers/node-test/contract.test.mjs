import { test } from "node:test";
import { assertAcceptsCall, assertContract, assertNoSecurityFindings } from "mcpward/node-test";
import { accepted, servers } from "../scenarios.mjs";

for (const { name, target, lockfile } of servers) {
  test(`${name} contract`, async (t) => {
    await assertContract(t, await target(), lockfile);
  });
  test(`${name} contract without its class`, async (t) => {
    await assertContract(t, await target(), lockfile, { failOn: ["tool_removed"] });
  });
  test(`${name} security`, async (t) => {
    await assertNoSecurityFindings(t, await target());
  });
  test(`${name} call`, async (t) => {
    await assertAcceptsCall(t, await target(), "forecast", accepted);
  });
  test(`${name} no such tool`, async (t) => {
    await assertAcceptsCall(t, await target(), "weather");
  });
}

import { matchers } from "mcpward/vitest";
import { expect } from "vitest";

expect.extend(matchers);

export async function matching(): Promise<void> {
  const done: Promise<void> = expect({ url: "http://localhost" }).toMatchContract("a.json", {
    failOn: "high",
  });
  await done;
  await expect("a.json").not.toHaveNoSecurityFindings({ suppress: [] });
  await expect({ tools: [] }).toAcceptCall("echo", { text: "x" });
  // @ts-expect-error a call needs the name of a tool
  await expect({ tools: [] }).toAcceptCall();
  // @ts-expect-error no such level
  await expect({ tools: [] }).toMatchContract("a.json", { failOn: "loud" });
}

// The global `expect` of `@types/jest`.
import { matchers } from "mcpward/jest";

expect.extend(matchers);

export async function matching(): Promise<void> {
  await expect({ url: "http://localhost" }).toMatchContract("a.json", { failOn: "high" });
  // @ts-expect-error a call needs the name of a tool
  await expect({ tools: [] }).toAcceptCall();
}

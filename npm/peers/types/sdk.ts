// The transports of both official SDKs are targets.
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { InMemoryTransport as InMemoryTransport2 } from "@modelcontextprotocol/server";
import type { Target } from "mcpward";

const [first] = InMemoryTransport.createLinkedPair();
const [second] = InMemoryTransport2.createLinkedPair();
export const targets: readonly Target[] = [{ transport: first }, { transport: second }];

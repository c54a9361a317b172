import { describe, expect, test } from "vitest";
import { expectations } from "../expectations.mjs";

expectations({ describe, expect, test });

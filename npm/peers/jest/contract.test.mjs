import { describe, expect, test } from "@jest/globals";
import { expectations } from "../expectations.mjs";

expectations({ describe, expect, test });

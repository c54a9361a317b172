import type { Refusal } from "../protocol.js";

/** The core refuses something, with a reason for the user. */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor({
    code,
    message,
    side,
    place,
  }: Omit<Refusal, "side"> & { readonly side?: string | undefined }) {
    super(message);
    this.refusal = {
      code,
      message,
      ...((side === "old" || side === "new") && { side }),
      ...(place && { place }),
    };
  }
}

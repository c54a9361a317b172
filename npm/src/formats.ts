/** How a report is written. */
export type Format = "console" | "json" | "junit" | "sarif" | "markdown";

export const FORMATS: readonly Format[] = ["console", "json", "junit", "sarif", "markdown"];

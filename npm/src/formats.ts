export const FORMATS = ["console", "json", "junit", "sarif", "markdown"] as const;

/** How a report is written. */
export type Format = (typeof FORMATS)[number];

// The core's JSON report; its types are generated from the Rust ones, like those of the library.
export type { ResultRow as ReportRow, ServerReport as Report } from "../../../npm/src/generated/report.js";

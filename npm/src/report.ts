export type { ResultRow as ReportResult, ServerReport as Report } from "./generated/report.js";

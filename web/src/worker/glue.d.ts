declare module "mcpward-glue" {
  export function initSync(options: { module: WebAssembly.Module }): unknown;
  export function version(): string;
  export function describeContract(text: string): string;
  export function check(request: string): string;
  export function formatReport(report: string, format: string, options: string): string;
  export function driftClasses(): string;
  export function diffTexts(old: string, fresh: string): string;
}

import { systemCode } from "../errors.js";

/** Names a failure of a request for the core; the second part is what the system said. */
export function httpFailure(error: unknown): { readonly code: string; readonly message: string } {
  const code = systemCode(error) ?? systemCode(inner(error)) ?? "";
  return { code: kind(code), message: ownMessage(error) || code };
}

/** The first line of what an error says; one that stands for several, as of two addresses, says nothing itself. */
export function ownMessage(error: unknown): string {
  const one = inner(error);
  return (one instanceof Error ? one.message : String(one)).split("\n", 1)[0] ?? "";
}

function inner(error: unknown): unknown {
  return error instanceof AggregateError && error.errors.length > 0 ? (error.errors[0] as unknown) : error;
}

function kind(code: string): string {
  if (code === "ECONNREFUSED") return "connection-refused";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "dns";
  if (code === "PROXY") return "proxy";
  if (code === "HPE_HEADER_OVERFLOW") return "header-too-large";
  if (code === "ECONNRESET" || code === "EPIPE" || code === "UND_ERR_SOCKET") return "connection-reset";
  if (
    /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|EPROTO|HOSTNAME_MISMATCH|INVALID_CA)/.test(code)
  )
    return "tls";
  if (code.startsWith("Z_")) return "bad-encoding";
  if (code.startsWith("HPE_")) return "not-http";
  return "connection-failed";
}

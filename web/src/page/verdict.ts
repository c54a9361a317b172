import type { Description, Overview, Tally } from "../protocol.js";
import { counted, h, icon, need } from "./dom.js";
import { severityBadge } from "./finding.js";
import { bdi } from "./marks.js";

const BUMPS: Readonly<Record<string, string>> = {
  MAJOR: "asks for a major version",
  MINOR: "asks for a minor version",
  PATCH: "asks for a patch version",
};

/** One side: what it is, and the name of its file where it has one. */
export interface Named {
  readonly description: Description;
  readonly name: string;
}

/** The line that answers the question; gives it as text too, for the live region. */
export function showVerdict(overview: Overview, before: Named, after: Named): string {
  const [old, fresh] = [before.description, after.description];
  const { changes, findings, bump, severities } = overview;
  const [mark, headline] = headlineOf(changes);
  const asks = BUMPS[bump];
  const box = need("#verdict", HTMLElement);
  box.className = mark;
  const counts = (["high", "medium", "low"] as const).filter((severity) => severities[severity] > 0);
  const own = ownLine(findings);
  box.replaceChildren(
    h(
      "div",
      { class: "line" },
      icon(mark),
      h("h2", { id: "verdict-line", tabindex: "-1" }, headline),
      asks !== undefined && h("span", { class: `bump ${bump.toLowerCase()}` }, bump),
    ),
    h(
      "p",
      { class: "servers" },
      ...server(before),
      h("span", { class: "arrow", "aria-hidden": "true" }, "→"),
      h("span", { class: "sr" }, " to "),
      ...(old.serverName === fresh.serverName && fresh.serverName !== ""
        ? [h("b", {}, bdi(fresh.serverVersion))]
        : server(after)),
      asks !== undefined && h("span", { class: "asks" }, `This update ${asks}.`),
    ),
    h(
      "p",
      { class: "tallies" },
      ...counts.map((severity) =>
        h(
          "span",
          { class: "tally" },
          severityBadge(severity),
          ` ${severities[severity].toLocaleString("en")}`,
        ),
      ),
      h(
        "span",
        { class: `own ${findings.fail > 0 ? "fail" : findings.warn > 0 ? "warn" : "pass"}` },
        icon(findings.fail > 0 ? "fail" : findings.warn > 0 ? "warn" : "pass"),
        own,
      ),
      h(
        "span",
        { class: "elapsed" },
        `${Math.max(1, Math.round(overview.elapsedMs)).toLocaleString("en")} ms`,
      ),
    ),
  );
  return `${headline}.${asks === undefined ? "" : ` This update ${asks}.`} ${own}.`;
}

function headlineOf({ total, fail }: Tally): readonly ["fail" | "warn" | "pass", string] {
  if (total === 0) return ["pass", "No drift: both sides are the same contract"];
  if (fail === 0) return ["warn", `${counted(total, "change")}, none fails under this policy`];
  if (fail === total)
    return ["fail", fail === 1 ? "The one change fails" : `All ${counted(total, "change")} fail`];
  return [
    "fail",
    `${fail.toLocaleString("en")} of ${counted(total, "change")} ${fail === 1 ? "fails" : "fail"}`,
  ];
}

function ownLine({ fail, warn }: Tally): string {
  if (fail === 0 && warn === 0) return "Nothing else wrong with the new side";
  const parts = [
    ...(fail > 0 ? [`${fail.toLocaleString("en")} failing`] : []),
    ...(warn > 0 ? [counted(warn, "warning")] : []),
  ];
  return `New side by itself: ${parts.join(", ")}`;
}

function server({ description: { serverName, serverVersion, format }, name }: Named): readonly Node[] {
  if (serverName === "") return [h("span", { class: "server" }, bdi(name === "" ? format : name))];
  return [h("span", { class: "server" }, bdi(serverName), " ", h("b", {}, bdi(serverVersion)))];
}

import type { Format, Policy, ReportName } from "../protocol.js";
import { copy, download } from "./clipboard.js";
import { bytes, need } from "./dom.js";
import type { Engine } from "./engine.js";
import { MAX_LINK, pack, type Shared, toFile } from "./share.js";

interface Target {
  readonly extension: string;
  readonly type: string;
}

const TARGETS: Readonly<Record<Format, Target>> = {
  json: { extension: "json", type: "application/json" },
  sarif: { extension: "sarif", type: "application/sarif+json" },
  junit: { extension: "xml", type: "application/xml" },
  markdown: { extension: "md", type: "text/markdown" },
};

export interface OutputEvents {
  readonly say: (text: string) => void;
  readonly trouble: (error: unknown) => void;
  readonly shared: () => Shared;
}

export interface Outputs {
  /** The link to one finding. */
  readonly link: (key: string) => Promise<void>;
  /** Says which command gives the same result in a terminal. */
  readonly showCommand: (oldName: string, newName: string, policy: Policy) => void;
}

export function createOutputs(engine: Engine, { say, trouble, shared }: OutputEvents): Outputs {
  const dialog = need("#share-dialog", HTMLDialogElement);
  const link = need("#share-link", HTMLInputElement);
  const linkBox = need("#share-link-box", HTMLElement);
  const size = need("#share-size", HTMLElement);
  const tooLong = need("#share-too-long", HTMLElement);
  const command = need("#command", HTMLElement);
  const note = need("#command-note", HTMLElement);
  let source: Shared | undefined;

  /** The file that findings of a report are about, as the command line would name it. */
  const subject = (report: ReportName) =>
    report === "diff" ? shared().oldName || "mcpward.lock.json" : shared().newName || "new.json";
  const here = () => location.href.split("#", 1)[0] ?? "";

  async function save(report: ReportName, format: Format): Promise<void> {
    const text = await engine.ask("format", { report, format, subject: subject(report) });
    const { extension, type } = TARGETS[format];
    download(text, `mcpward-${report}.${extension}`, type);
    say(`Saved mcpward-${report}.${extension}`);
  }

  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-format]")) {
    const { format, report } = button.dataset;
    button.addEventListener("click", () => {
      button.closest("details")?.removeAttribute("open");
      void save(report as ReportName, format as Format).catch(trouble);
    });
  }
  need("#copy-markdown", HTMLButtonElement).addEventListener("click", () => {
    void engine
      .ask("format", { report: "diff", format: "markdown", subject: subject("diff") })
      .then((text) => copy(text, "report as Markdown", say))
      .catch(trouble);
  });
  need("#copy-command", HTMLButtonElement).addEventListener("click", () => {
    void copy(command.textContent ?? "", "command", say);
  });
  need("#share", HTMLButtonElement).addEventListener("click", () => {
    void openShare().catch(trouble);
  });
  need("#share-copy", HTMLButtonElement).addEventListener("click", () => {
    link.select();
    void copy(link.value, "link", say);
  });
  need("#share-file", HTMLButtonElement).addEventListener("click", () => {
    if (source !== undefined) download(toFile(source), "comparison.mcpward.json", "application/json");
    say("Saved comparison.mcpward.json; drop it on this page to open it");
  });

  async function openShare(): Promise<void> {
    source = shared();
    const fragment = await pack(source);
    const fits = fragment.length <= MAX_LINK;
    link.value = fits ? `${here()}#${fragment}` : "";
    linkBox.hidden = !fits;
    tooLong.hidden = fits;
    size.textContent = bytes(fragment.length);
    dialog.showModal();
    if (fits) link.select();
  }

  return {
    link: async (key) => {
      const fragment = await pack(shared());
      const fits = fragment.length <= MAX_LINK;
      await copy(
        `${here()}#${fits ? `${fragment}&` : ""}finding=${key}`,
        fits ? "link; it carries both contracts" : "link; the contracts are too large to be in it",
        say,
      );
    },
    showCommand: (oldName, newName, { failOn, profile }) => {
      const words = typeof failOn === "string" ? [failOn] : failOn;
      const flags = failOn === "default" || words.length === 0 ? "" : ` --fail-on ${words.join(",")}`;
      command.textContent = `npx mcpward diff --baseline ${quoted(oldName || "OLD.json")} --against ${quoted(newName || "NEW.json")}${flags}`;
      const settings = [
        ...(profile === "semver" ? ["profile: semver"] : []),
        // The command line has no word for nothing at all.
        ...(words.length === 0 ? ["fail_on: []"] : []),
      ];
      note.hidden = settings.length === 0;
      need("#command-config", HTMLElement).textContent = `checks: { drift: { ${settings.join(", ")} } }`;
    },
  };
}

function quoted(name: string): string {
  return /^[\w./-]+$/.test(name) && !name.startsWith("-") ? name : `'${name.replaceAll("'", `'\\''`)}'`;
}

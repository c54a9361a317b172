import type { Description, Policy, Refusal, Side } from "../protocol.js";
import exampleNew from "../example/new.lock";
import exampleOld from "../example/old.lock";
import { copy } from "./clipboard.js";
import { h, icon, need } from "./dom.js";
import { createDrop } from "./drop.js";
import { Cancelled, createEngine, EngineError } from "./engine.js";
import { inOrder, open } from "./files.js";
import { createKeys } from "./keys.js";
import { bdi } from "./marks.js";
import { createOutputs } from "./outputs.js";
import { createPane, type Pane } from "./pane.js";
import { createPolicy } from "./policy.js";
import { createResults } from "./results.js";
import { BadLink, fromFile, type Shared, unpack } from "./share.js";
import { createTheme } from "./theme.js";
import { showVerdict } from "./verdict.js";

const engine = createEngine(
  need("#worker", HTMLScriptElement).textContent ?? "",
  need("#wasm", HTMLScriptElement).textContent ?? "",
);
const live = need("#live", HTMLElement);
const problem = need("#problem", HTMLElement);
const notice = need("#notice", HTMLElement);
const busy = need("#busy", HTMLElement);
const outcome = need("#outcome", HTMLElement);
const compareButton = need("#compare", HTMLButtonElement);

/** How long a pause in typing is. */
const PAUSE_MS = 300;
/** How long a comparison runs before the page says that it does. */
const PATIENCE_MS = 150;

const descriptions: Partial<Record<Side, Description>> = {};
/** A finding to go to once the comparison is there. */
let wanted: string | undefined;
let run = 0;
let pause = 0;

function say(text: string): void {
  // The same words twice in a row must be spoken twice.
  live.textContent = "";
  requestAnimationFrame(() => (live.textContent = text));
}

function trouble(error: unknown): void {
  if (error instanceof Cancelled) return;
  const refusal: Refusal =
    error instanceof EngineError
      ? error.refusal
      : { code: "page", message: error instanceof Error ? error.message : String(error) };
  const pane = refusal.side === undefined ? undefined : panes[refusal.side];
  if (pane !== undefined) {
    pane.refused(refusal);
    return;
  }
  const defect = refusal.code === "trap" || refusal.code === "page";
  problem.hidden = false;
  problem.replaceChildren(
    icon("fail"),
    h("p", {}, defect && h("strong", {}, "mcpward failed on this input: "), bdi(refusal.message)),
    ...(defect
      ? [
          h(
            "p",
            {},
            "This is a defect, and the page goes on working. Please report it with the two files, if you may share them.",
          ),
        ]
      : []),
  );
}

const results = createResults(engine, {
  say,
  trouble,
  copy: (text, what) => void copy(text, what, say),
  link: ({ key }) => {
    history.replaceState(undefined, "", `#finding=${key}`);
    void outputs.link(key).catch(trouble);
  },
});
const policy = createPolicy(() => void compare().catch(trouble));
const outputs = createOutputs(engine, { say, trouble, shared });

const paneEvents = { changed, file: (pane: Pane, file: File) => void chosen(pane, file).catch(trouble) };
const panes: Readonly<Record<Side, Pane>> = {
  old: createPane("old", paneEvents),
  new: createPane("new", paneEvents),
};

function shared(): Shared {
  return {
    old: panes.old.text(),
    new: panes.new.text(),
    oldName: panes.old.name(),
    newName: panes.new.name(),
    policy: policy.policy(),
  };
}

function changed(pane: Pane, typed: boolean): void {
  delete descriptions[pane.side];
  pane.waiting();
  // Whatever is being worked on is about another text.
  run += 1;
  engine.cancel();
  setBusy(false);
  clearTimeout(pause);
  pause = setTimeout(() => void read().catch(trouble), typed ? PAUSE_MS : 0);
}

/** Describes what is not described yet, then compares. */
async function read(): Promise<void> {
  run += 1;
  const mine = run;
  problem.hidden = true;
  for (const side of ["old", "new"] as const) {
    const pane = panes[side];
    if (descriptions[side] !== undefined || pane.text().trim() === "") continue;
    try {
      const description = await engine.ask("describe", { text: pane.text(), side });
      if (mine !== run) return;
      descriptions[side] = description;
      pane.described(description);
    } catch (error) {
      if (mine !== run) return;
      if (error instanceof EngineError && error.refusal.code !== "trap") pane.refused(error.refusal);
      else trouble(error);
    }
  }
  await compare();
}

async function compare(): Promise<void> {
  const [old, fresh] = [descriptions.old, descriptions.new];
  compareButton.disabled = old === undefined || fresh === undefined;
  if (old === undefined || fresh === undefined) {
    outcome.hidden = true;
    results.hide();
    return;
  }
  run += 1;
  const mine = run;
  engine.cancel();
  setBusy(true);
  const asked: Policy = policy.policy();
  try {
    const overview = await engine.ask("compare", {
      old: panes.old.text(),
      new: panes.new.text(),
      policy: asked,
      timestamp: new Date().toISOString(),
    });
    if (mine !== run) return;
    problem.hidden = true;
    outcome.hidden = false;
    document.body.classList.add("compared");
    const spoken = showVerdict(
      overview,
      { description: old, name: panes.old.name() },
      { description: fresh, name: panes.new.name() },
    );
    outputs.showCommand(panes.old.name(), panes.new.name(), asked);
    const focus = wanted;
    wanted = undefined;
    await results.show(overview, focus);
    say(spoken);
  } finally {
    if (mine === run) setBusy(false);
  }
}

let patience = 0;

function setBusy(on: boolean): void {
  clearTimeout(patience);
  document.body.classList.toggle("working", on);
  if (on) patience = setTimeout(() => (busy.hidden = false), PATIENCE_MS);
  else busy.hidden = true;
}

async function chosen(pane: Pane, file: File): Promise<void> {
  const opened = await open(file);
  if (opened.text === undefined) pane.tooLarge(opened.size, opened.name);
  else if (!takeShared(opened.text)) pane.put(opened.text, opened.name);
}

function takeShared(text: string): boolean {
  try {
    const found = fromFile(text);
    if (found !== undefined) void take(found).catch(trouble);
    return found !== undefined;
  } catch (error) {
    trouble(error);
    return true;
  }
}

async function take(comparison: Shared): Promise<void> {
  // Until then the classes that a policy may name are not known.
  await engine.about;
  const unknown = policy.set(comparison.policy);
  notice.hidden = unknown.length === 0;
  notice.replaceChildren(
    "The policy of this comparison names classes that do not exist here: ",
    h("bdi", {}, unknown.join(", ")),
  );
  panes.old.put(comparison.old, comparison.oldName);
  panes.new.put(comparison.new, comparison.newName);
}

createDrop((files, side) => {
  const [one, two] = files;
  if (one === undefined) return;
  if (two !== undefined) {
    const [old, fresh] = inOrder([one, two]);
    void Promise.all([chosen(panes.old, old), chosen(panes.new, fresh)])
      .then(() => say(`Took ${old.name} as the contract before and ${fresh.name} as the one after`))
      .catch(trouble);
    return;
  }
  const free = panes.old.text().trim() === "" ? "old" : "new";
  void chosen(panes[side ?? free], one).catch(trouble);
});

// Where there is no room beside the findings, what filters them stays folded above them.
if (matchMedia("(max-width: 60rem)").matches) {
  for (const box of ["#filters-box", "#outline-box"]) need(box, HTMLDetailsElement).open = false;
}
createTheme();
createKeys({
  compare: () => void read().catch(trouble),
  step: (by) => void results.step(by).catch(trouble),
  search: results.focusSearch,
});

compareButton.addEventListener("click", () => void read().catch(trouble));
need("#cancel", HTMLButtonElement).addEventListener("click", () => {
  run += 1;
  engine.cancel();
  setBusy(false);
  say("Stopped");
});
need("#swap", HTMLButtonElement).addEventListener("click", () => {
  const { old, new: fresh, oldName, newName } = shared();
  panes.old.put(fresh, newName);
  panes.new.put(old, oldName);
  say("Swapped both sides");
});
for (const button of document.querySelectorAll("[data-example]")) {
  button.addEventListener("click", () => {
    panes.old.put(exampleOld, "notes-1.4.2.lock.json");
    panes.new.put(exampleNew, "notes-1.4.3.lock.json");
  });
}
need("#expand", HTMLButtonElement).addEventListener("click", () => results.expandAll(true));
need("#collapse", HTMLButtonElement).addEventListener("click", () => results.expandAll(false));
addEventListener("beforeprint", () => results.expandAll(true));

/** `#v1.DATA`, `#finding=KEY`, or both with `&` between them. */
async function followLink(): Promise<void> {
  const parts = location.hash.slice(1).split("&");
  const key = parts.find((part) => part.startsWith("finding="))?.slice("finding=".length);
  const data = parts.find((part) => /^v\d+\./.test(part));
  if (data !== undefined) {
    wanted = key;
    await take(await unpack(data));
  } else if (key !== undefined && !outcome.hidden) {
    await results.focus(key);
  }
}

function followed(error: unknown): void {
  if (!(error instanceof BadLink)) {
    trouble(error);
    return;
  }
  problem.hidden = false;
  problem.replaceChildren(
    icon("fail"),
    h("p", {}, h("strong", {}, "The link cannot be opened. "), error.message),
  );
}

addEventListener("hashchange", () => void followLink().catch(followed));

engine.about.then(
  ({ version, classes }) => {
    need("#version", HTMLElement).textContent = version;
    policy.classes(classes);
  },
  () =>
    trouble(
      new EngineError({
        code: "start",
        message:
          "The comparison engine could not be started. It needs WebAssembly, workers and DecompressionStream: a browser of 2023 or later.",
      }),
    ),
);
void followLink().catch(followed);

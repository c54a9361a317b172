import type { DriftClass, FailOn, Policy } from "../protocol.js";
import { h, identifier, need } from "./dom.js";
import { severityBadge } from "./finding.js";

export interface PolicyControls {
  readonly policy: () => Policy;
  /** Shows a policy; gives the classes in it that do not exist. */
  readonly set: (policy: Policy) => readonly string[];
  readonly classes: (classes: readonly DriftClass[]) => void;
}

export function createPolicy(changed: () => void): PolicyControls {
  const failOn = need("#fail-on", HTMLSelectElement);
  const profile = need("#profile", HTMLSelectElement);
  const list = need("#classes", HTMLElement);
  const listBox = need("#classes-box", HTMLElement);
  const boxes = new Map<string, HTMLInputElement>();

  function chosen(): FailOn {
    const { value } = failOn;
    if (value === "high" || value === "medium" || value === "low") return value;
    if (value !== "list") return "default";
    return [...boxes].filter(([, box]) => box.checked).map(([name]) => name);
  }

  failOn.addEventListener("change", () => {
    listBox.hidden = failOn.value !== "list";
    changed();
  });
  profile.addEventListener("change", changed);

  return {
    policy: () => ({ failOn: chosen(), profile: profile.value === "semver" ? "semver" : "default" }),
    set: ({ failOn: wanted, profile: name }) => {
      profile.value = name;
      const names = typeof wanted === "string" ? undefined : wanted;
      failOn.value = typeof wanted === "string" ? wanted : "list";
      listBox.hidden = names === undefined;
      if (names === undefined) return [];
      for (const [known, box] of boxes) box.checked = names.includes(known);
      return names.filter((known) => !boxes.has(known));
    },
    classes: (classes) => {
      for (const { name, severity, fails, covers } of classes) {
        const box = h("input", { type: "checkbox", checked: fails });
        box.addEventListener("change", changed);
        boxes.set(name, box);
        list.append(
          h(
            "label",
            { class: "class" },
            box,
            identifier(name),
            severityBadge(severity),
            h("span", { class: "covers" }, covers),
          ),
        );
      }
    },
  };
}

import type { DriftClass, Policy } from "../protocol.js";
import { h, need } from "./dom.js";
import { severityBadge } from "./finding.js";

export interface PolicyControls {
  readonly policy: () => Policy;
  readonly set: (policy: Policy) => void;
  readonly classes: (classes: readonly DriftClass[]) => void;
}

export function createPolicy(changed: () => void): PolicyControls {
  const failOn = need("#fail-on", HTMLSelectElement);
  const profile = need("#profile", HTMLSelectElement);
  const list = need("#classes", HTMLElement);
  const listBox = need("#classes-box", HTMLElement);
  const boxes = new Map<string, HTMLInputElement>();
  /** Asked for before the list of classes was there. */
  let wanted: readonly string[] | undefined;

  const chosen = () => [...boxes].filter(([, box]) => box.checked).map(([name]) => name);

  function policy(): Policy {
    const value = failOn.value === "list" ? (wanted ?? chosen()).join(",") : failOn.value;
    return { failOn: value, profile: profile.value === "semver" ? "semver" : "default" };
  }

  failOn.addEventListener("change", () => {
    listBox.hidden = failOn.value !== "list";
    changed();
  });
  profile.addEventListener("change", changed);

  function check(names: readonly string[]): void {
    for (const [name, box] of boxes) box.checked = names.includes(name);
  }

  return {
    policy,
    set: ({ failOn: value, profile: name }) => {
      profile.value = name === "semver" ? "semver" : "default";
      if (["", "high", "medium", "low"].includes(value)) failOn.value = value;
      else {
        failOn.value = "list";
        const names = value.split(",");
        if (boxes.size === 0) wanted = names;
        else check(names);
      }
      listBox.hidden = failOn.value !== "list";
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
            h("code", {}, name),
            severityBadge(severity),
            h("span", { class: "covers" }, covers),
          ),
        );
      }
      if (wanted !== undefined) check(wanted);
      wanted = undefined;
    },
  };
}

import { need } from "./dom.js";

/** Copies; where the browser refuses, shows the text selected, to be copied by hand. */
export async function copy(text: string, what: string, say: (text: string) => void): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(`Copied the ${what}`);
  } catch {
    const dialog = need("#copy-dialog", HTMLDialogElement);
    const field = need("#copy-text", HTMLTextAreaElement);
    field.value = text;
    dialog.showModal();
    field.focus();
    field.select();
    say(`The browser refuses to copy; the ${what} is selected, to be copied by hand`);
  }
}

export function download(text: string, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

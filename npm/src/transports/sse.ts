import { MAX_MESSAGE_BYTES } from "./vocabulary.js";

/** One server-sent event. `data` is empty for an event that only sets an id or a reconnection time. */
export interface ServerSentEvent {
  readonly data: string;
  readonly id?: string;
  readonly retry?: number;
  /** Its name, unless it is `message`. */
  readonly event?: string;
}

/**
 * Parses an event stream as the HTML standard says: lines end with CR, LF or CRLF, also split over chunks; comments are
 * skipped; several `data` lines make one text.
 */
export function sseParser(onEvent: (event: ServerSentEvent) => void, onTooLong: () => void) {
  const decoder = new TextDecoder();
  let line = "";
  let afterCr = false;
  let data: string[] = [];
  let size = 0;
  let id: string | undefined;
  let retry: number | undefined;
  let name: string | undefined;
  let broken = false;

  const dispatch = (): void => {
    if (data.length > 0 || id !== undefined || retry !== undefined) {
      onEvent({
        data: data.join("\n"),
        ...(id === undefined ? {} : { id }),
        ...(retry === undefined ? {} : { retry }),
        ...(name === undefined || name === "message" ? {} : { event: name }),
      });
    }
    data = [];
    size = 0;
    id = retry = name = undefined;
  };

  const field = (text: string): void => {
    const colon = text.indexOf(":");
    if (colon === 0) return;
    const key = colon === -1 ? text : text.slice(0, colon);
    const raw = colon === -1 ? "" : text.slice(colon + 1);
    const value = raw.startsWith(" ") ? raw.slice(1) : raw;
    if (key === "data") data.push(value);
    else if (key === "id" && !value.includes("\0")) id = value;
    else if (key === "retry" && /^[0-9]{1,9}$/.test(value)) retry = Number(value);
    else if (key === "event") name = value;
  };

  const push = (text: string): void => {
    let from = 0;
    if (afterCr && text.length > 0) {
      if (text.startsWith("\n")) from = 1;
      afterCr = false;
    }
    const ends = /\r\n?|\n/g;
    ends.lastIndex = from;
    for (let end = ends.exec(text); end !== null && !broken; end = ends.exec(text)) {
      const whole = line + text.slice(from, end.index);
      line = "";
      from = ends.lastIndex;
      afterCr = end[0] === "\r" && from === text.length;
      grow(whole.length);
      if (whole === "") dispatch();
      else field(whole);
    }
    line += text.slice(from);
    if (line.length > MAX_MESSAGE_BYTES) tooLong();
  };

  const grow = (length: number): void => {
    size += length;
    if (size > MAX_MESSAGE_BYTES) tooLong();
  };

  const tooLong = (): void => {
    if (broken) return;
    broken = true;
    line = "";
    data = [];
    onTooLong();
  };

  return {
    push(chunk: Buffer): void {
      if (!broken) push(decoder.decode(chunk, { stream: true }));
    },
    /** At the end of the stream; tells whether an event was left without its blank line (it is dispatched). */
    end(): boolean {
      if (broken) return false;
      if (line !== "") field(line);
      line = "";
      const left = data.length > 0;
      dispatch();
      return left;
    },
  };
}

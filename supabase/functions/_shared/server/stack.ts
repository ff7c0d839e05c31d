export interface Frame {
  name: string | null;
  url: string;
  line: number;
  column: number;
}

/**
 * Reads the stack's frames, as `at name (url:1:2)` in Chromium and as `name@url:1:2` in Firefox and Safari. The
 * innermost call comes first.
 */
export function framesOf(stack: string): Frame[] {
  return stack.split('\n').flatMap((line) => {
    const found = /^\s*(?:at )?(?:(.*?)(?: \(|@))?([a-z]+:\/\/[^\s()]+):(\d+):(\d+)\)?\s*$/.exec(line);
    const [, name, url, row, column] = found ?? [];
    return url
      ? [{ name: name === '' ? null : (name ?? null), url, line: Number(row), column: Number(column) }]
      : [];
  });
}

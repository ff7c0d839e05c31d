const CALLING = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d+)$/;

/**
 * Turns `+6591234567` into `+65 9123 4567`, in groups that people read aloud. Text that is not an E.164 number does
 * not change.
 */
export function formatPhone(e164: string): string {
  const [, code, rest = ''] = CALLING.exec(e164) ?? [];
  if (code === undefined) return e164;
  const groups = rest.length === 8 ? /\d{4}/g : rest.length === 11 ? /^\d{3}|\d{4}/g : /\d{4}$|\d{1,3}/g;
  return `+${code} ${(rest.match(groups) ?? [rest]).join(' ')}`;
}

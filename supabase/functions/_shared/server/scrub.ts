/**
 * A fault's words as they may be written down or handed on: what a provider or a parser quotes may be an address, a
 * number or a secret. The database cleans what browsers report by more rules (`private.scrub`).
 */
export function scrub(text: string): string {
  return rules.reduce((clean, [pattern, instead]) => clean.replace(pattern, instead), text);
}

const rules: readonly [RegExp, string][] = [
  [/(\S)[?#]\S*/g, '$1'],
  [/[^\s@<>"'(]+(?:@|%40)[^\s@<>"')]+/gi, '[email]'],
  [/\b(?:bearer|basic)\s+\S+/gi, '[token]'],
  [/\beyJ[\w-]+(?:\.[\w-]*)*|\b(?:sk|pk|rk|whsec|sb|re)_\w{6,}/g, '[token]'],
  [/\b[STFGM]\d{7}[A-Z]\b/gi, '[nric]'],
  // A stack's line and column stay, and so do ids.
  [/(?<![\w:-])\(?\+?\d[\d ().-]{6,}\d(?![\w-])/g, '[number]'],
];

/** Removes addresses, numbers and secrets, because error messages may quote them. `private.redact` has more rules. */
export function redact(text: string): string {
  return rules.reduce((clean, [pattern, instead]) => clean.replace(pattern, instead), text);
}

const rules: readonly [RegExp, string][] = [
  [/(\S)[?#]\S*/g, '$1'],
  [/[^\s@<>"'(]+(?:@|%40)[^\s@<>"')]+/gi, '[email]'],
  [/\b(?:bearer|basic)\s+\S+/gi, '[token]'],
  [/\beyJ[\w-]+(?:\.[\w-]*)*|\b(?:sk|pk|rk|whsec|sb|re)_\w{6,}/g, '[token]'],
  [/\b[STFGM]\d{7}[A-Z]\b/gi, '[nric]'],
  // The line and column of a stack are not removed, and neither are ids.
  [/(?<![\w:-])\(?\+?\d[\d ().-]{6,}\d(?![\w-])/g, '[number]'],
];

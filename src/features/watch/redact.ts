/** Matches labels before personal data or a secret. The database redacts more of them (`private.redact`). */
const LABEL =
  /((?:name|child|kid|parent|address|school|allerg|medic|condition|health|doctor|pass|pin|otp|secret|token|key)\w*\s*[:=]\s*)[^,;\n]+/gi;
/** Matches a value in quotes, with any name. */
const VALUE = /(["']?\w["']?\s*[:=]\s*)("[^"\n]*"?|'[^'\n]*'?)/g;
const RULES: readonly (readonly [RegExp, string])[] = [
  // Queries and fragments are removed. The line numbers of a stack are not.
  [/(\w)[?#][^\s:)]+/g, '$1'],
  [VALUE, '$1[hidden]'],
  [LABEL, '$1[hidden]'],
  // The pattern must not match a line in a stack of Firefox and Safari: name@https://….
  [/[^\s@<>"'(/:]+(?:@|%40)(?!\w+:\/\/)[^\s@<>"')/]+/g, '[email]'],
  [
    /(?:Bearer|Basic)\s+\S+|eyJ[\w-]+[\w.-]*|\b(?:sk|pk|rk|cs|pi|sb|whsec|seti)_\w{6,}|[\w+-]{32,}/g,
    '[token]',
  ],
  // The payment provider uses these ids for people, cards and charges.
  [/\b(?:acct|card|ch|cus|evt|in|pm|py|req|src|sub|tok|txn)_[A-Za-z0-9]{14,}/g, '[token]'],
  // Identity cards, telephone numbers, payment cards, dates and postal codes match this pattern.
  [/\b[STFGM]\d{7}[A-Z]\b|\(?\+?\d[\d\s/().-]{5,}\d/gi, '[number]'],
];

/** Removes personal data from a text. Patterns cannot find all of it, so the database applies similar rules again. */
export function redact(text: string, mostCharacters: number): string {
  const shortened = text.slice(0, mostCharacters + 500);
  return RULES.reduce((all, [pattern, replacement]) => all.replace(pattern, replacement), shortened).slice(
    0,
    mostCharacters,
  );
}

/** Splits a sentence into its parts. Parts at odd positions are names, and the others are the text between them. */
export function splitAtNames(text: string, names: readonly string[]): string[] {
  // Longer names come first, because one name may begin with another.
  const longestFirst = names.filter((name) => name.trim() !== '').sort((a, b) => b.length - a.length);
  if (longestFirst.length === 0) return [text];
  const anyName = longestFirst.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
  // A name that is a part of a longer word is not a name, for example "Al" in "Also".
  return text.split(new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(${anyName})(?![\\p{L}\\p{M}\\p{N}])`, 'u'));
}

/** The parts of a sentence: those at odd places are names, the others are the text between them. */
export function splitAtNames(text: string, names: readonly string[]): string[] {
  // The longest first, because one name may begin with another.
  const known = names.filter((name) => name.trim() !== '').sort((a, b) => b.length - a.length);
  if (known.length === 0) return [text];
  const any = known.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
  // A name inside a longer word is no name: "Al" in "Also".
  return text.split(new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(${any})(?![\\p{L}\\p{M}\\p{N}])`, 'u'));
}

/**
 * Returns the types of sections that occur twice. The two would have the same anchor, and a link would find only the
 * first section.
 */
export function findRepeated(sections: readonly { _type?: string }[] | undefined): string[] {
  const kinds = (sections ?? []).flatMap(({ _type }) => _type ?? []);
  return [...new Set(kinds.filter((kind, index) => kinds.indexOf(kind) !== index))];
}

/**
 * Returns the types of sections that occur twice. Their anchors would be equal, and a link would find only the first
 * section.
 */
export function twice(sections: readonly { _type?: string }[] | undefined): string[] {
  const kinds = (sections ?? []).flatMap(({ _type }) => _type ?? []);
  return [...new Set(kinds.filter((kind, index) => kinds.indexOf(kind) !== index))];
}

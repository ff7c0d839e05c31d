/** Kinds of sections that occur twice. Their anchors would be the same, and a link would only find the first. */
export function twice(sections: readonly { _type?: string }[] | undefined): string[] {
  const kinds = (sections ?? []).flatMap(({ _type }) => _type ?? []);
  return [...new Set(kinds.filter((kind, index) => kinds.indexOf(kind) !== index))];
}

/** Kinds of section that stand twice: their anchors would clash, and a link would find the first only. */
export function twice(sections: readonly { _type?: string }[] | undefined): string[] {
  const kinds = (sections ?? []).flatMap(({ _type }) => _type ?? []);
  return [...new Set(kinds.filter((kind, index) => kinds.indexOf(kind) !== index))];
}

export interface LegalText {
  validFrom?: string;
  introduction?: string;
  sections?: readonly { heading?: string; text?: string; items?: readonly string[] }[];
}

const textOf = ({ introduction, sections = [] }: LegalText) =>
  JSON.stringify([introduction, sections.map(({ heading, text, items }) => [heading, text, items])]);

/**
 * Returns a reminder if the text differs from the published one but the date is still the same. Otherwise returns
 * null.
 */
export function unchangedDateRemark(
  draft: LegalText | undefined,
  published: LegalText | null,
): string | null {
  if (!draft || !published || draft.validFrom !== published.validFrom) return null;
  if (textOf(draft) === textOf(published)) return null;
  return 'The text differs from what is published. If families agree to something else now, choose the day from which it is valid.';
}

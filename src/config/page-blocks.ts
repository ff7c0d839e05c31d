/** What a block costs a page, in bytes as a phone fetches them: measured once, and rounded up. */
interface Cost {
  /** The block itself with some words, and what each entry of its lists adds. */
  html: number;
  entry?: number;
  script?: number;
}

/** A row for each block of a page: Studio warns by it before a page is published, and the build after. */
export const blockCosts: Readonly<Record<string, Cost>> = {};

/** Blocks with anchors, a dialog or the first heading, which a page can have once, by their names in Studio. */
export const singleBlocks: Readonly<Record<string, string>> = {
  heroBlock: 'First screen',
  passesBlock: 'Passes',
  questionsBlock: 'Questions',
  formBlock: 'Form',
  homeTryOut: 'Try-Out package',
};

export const pageWeightRemarks = (_blocks: readonly { _type: string }[]): string[] => [];

/** The problem of a form on a page of blocks, whose answers become a lead, as a message for the editor, or null. */
export function leadFormProblem(
  fields: readonly { type?: string | null; required?: boolean | null; aboutHealth?: boolean | null }[],
): string | null {
  const has = (type: string) => fields.some((field) => field.type === type);
  if (!has('contactName') || !fields.some(({ type, required }) => type === 'contactEmail' && required))
    return 'A form on a page needs the family’s name, and their e-mail as a question that must be answered.';
  if (has('attending') || has('guests'))
    return 'This form belongs to a birthday party, and needs the party’s link.';
  return fields.some(({ aboutHealth }) => aboutHealth)
    ? 'This form asks about health. Answers from a page are read by everybody who answers leads, so ask nothing about health.'
    : null;
}

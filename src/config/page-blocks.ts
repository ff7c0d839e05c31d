/** What a block costs a page, in bytes as a phone fetches them: measured once, and rounded up. */
interface Cost {
  /** The block itself with some words, and what each entry of its lists adds. */
  html: number;
  entry?: number;
  script?: number;
}

/** A row for each block of a page: Studio warns by it before a page is published, and the build after. */
export const blockCosts: Readonly<Record<string, Cost>> = {};

/** Blocks with anchors, dialogs or a heading of the first level, which a page can have once, by their names in Studio. */
export const singleBlocks: Readonly<Record<string, string>> = {
  heroBlock: 'First screen',
  passesBlock: 'Passes',
  questionsBlock: 'Questions',
  formBlock: 'Form',
  homeTryOut: 'Try-Out package',
};

export const pageWeightRemarks = (_blocks: readonly { _type: string }[]): string[] => [];

import { budget, kilobytes } from './budget.ts';
import { leadMessageMost } from './lead-message.ts';

/**
 * Measured sizes in bytes as a phone loads them, rounded up: of a page without blocks, and of what
 * blocks add to it.
 */
const cost = {
  html: 17_400,
  script: 6_800,
  block: 250,
  character: 0.42,
  picture: 120,
  document: 210,
  camp: 190,
};

interface BlockCost {
  html: number;
  script?: number;
}

/** What blocks add in addition to their texts. Studio uses this to warn before a page is published. */
const blockCosts: Readonly<Record<string, BlockCost>> = {
  campsBlock: { html: 0, script: 700 },
  passesBlock: { html: 1_500, script: 2_700 },
  formBlock: { html: 700, script: 400 },
  questionsBlock: { html: 800, script: 300 },
  videoBlock: { html: 150, script: 400 },
  countdownBlock: { html: 100, script: 500 },
  homeTryOut: { html: 400 },
  homeCoaches: { html: 1_500, script: 300 },
  homeTestimonials: { html: 300 },
  homeClosing: { html: 500 },
};

/**
 * The blocks that a page can have only once, because they have anchors, a dialog or the first heading. The values are
 * their names in Studio.
 */
export const singleBlocks: Readonly<Record<string, string>> = {
  heroBlock: 'First screen',
  passesBlock: 'Passes',
  questionsBlock: 'Questions',
  formBlock: 'Form',
  homeTryOut: 'Try-Out package',
};

interface AnyBlock {
  _type: string;
  /** How many camps a block of camps shows. */
  most?: number | null;
}

/** Estimates the size of a page of these blocks from the table above. */
export function weighPage(blocks: readonly AnyBlock[]): { html: number; script: number } {
  const kinds = new Set(blocks.map(({ _type }) => _type));
  const weights = blocks.map(
    (block) =>
      cost.block + (blockCosts[block._type]?.html ?? 0) + (block.most ?? 0) * cost.camp + weigh(block),
  );
  const html = weights.reduce((sum, one) => sum + one, cost.html);
  const script = [...kinds].reduce((sum, kind) => sum + (blockCosts[kind]?.script ?? 0), 0);
  return { html: Math.round(html), script: cost.script + script };
}

/** Estimates the size of a value's texts, pictures and documents. */
function weigh(value: unknown): number {
  if (typeof value === 'string') return value.length * cost.character;
  if (Array.isArray(value)) return value.reduce<number>((sum, entry) => sum + weigh(entry), 0);
  if (typeof value !== 'object' || value === null) return 0;
  if ('asset' in value) return cost.picture;
  if ('_ref' in value) return cost.document;
  return Object.entries(value).reduce(
    (sum, [name, part]) => (name.startsWith('_') ? sum : sum + weigh(part)),
    0,
  );
}

/** Returns a sentence for each limit that a page of these blocks would break (`npm run budget`). */
export function pageWeightRemarks(blocks: readonly AnyBlock[]): string[] {
  const weight = weighPage(blocks);
  return (['html', 'script'] as const)
    .filter((kind) => weight[kind] > budget[kind])
    .map(
      (kind) =>
        `This page would be slow on a phone: its ${kind === 'html' ? 'text and layout' : 'scripts'} would weigh ${kilobytes(weight[kind])} kB, and ${kilobytes(budget[kind])} kB is the most. ${kind === 'html' ? 'Shorten it, or divide it into two pages.' : 'Remove passes, a camp list, a form, a video or a countdown.'}`,
    );
}

/** The fields that identify the sender and are not part of the message. */
const contactTypes = ['contactName', 'contactEmail', 'contactPhone'];

/**
 * Returns a message for the editor if the answers of a form become a lead and the form lacks a field. Otherwise
 * returns null.
 */
export function leadFormProblem(
  fields: readonly {
    type?: string | null;
    label?: string | null;
    required?: boolean | null;
    aboutHealth?: boolean | null;
  }[],
): string | null {
  const has = (type: string) => fields.some((field) => field.type === type);
  if (!has('contactName') || !fields.some(({ type, required }) => type === 'contactEmail' && required))
    return 'A form on a page must ask for the parent’s name and, as a required question, for their e-mail address.';
  if (has('attending') || has('guests'))
    return 'This form belongs to a birthday party, and needs the party’s link.';
  const questions = fields.filter(({ type }) => !contactTypes.includes(type ?? ''));
  if (questions.reduce((sum, { label }) => sum + (label?.length ?? 0), 0) > leadMessageMost / 2)
    return `The questions of this form are longer than ${leadMessageMost / 2} characters together, so they leave too little room for answers. Leave some out, or shorten them.`;
  return fields.some(({ aboutHealth }) => aboutHealth)
    ? 'This form asks about health. Everybody who answers leads reads the answers, so remove the question about health.'
    : null;
}

import * as v from 'valibot';

const names: Record<string, string> = {
  minAge: 'minimum age',
  maxAge: 'maximum age',
  minLevel: 'lowest level',
  maxLevel: 'highest level',
  teamId: 'system name',
  passId: 'system name',
  makeUps: 'number of make-up sessions',
  onePerChild: '“one per child”',
  hoursBefore: 'hours before the start',
  daysAfterPurchase: 'days after purchase',
  validityDays: 'validity in days',
  id: 'short name',
  refundRules: 'list of refund rules',
  rungs: 'list of early-bird rungs',
  plannedPrices: 'list of planned prices',
  saleTime: 'time on sale',
  from: '“from”',
  until: '“until”',
  bases: 'list of bases',
  teams: 'list of teams',
  slug: 'name in addresses',
  mapUrl: 'map link',
};
const entries: Record<string, string> = {
  rungs: 'early-bird rung',
  plannedPrices: 'planned price',
  refundRules: 'refund rule',
  transport: 'transport option',
  bases: 'base',
  teams: 'team',
  classes: 'line for classes',
  camps: 'line for camps',
};

/** Returns the problem with a document for its editor, e.g. “Its price must be at least S$0.50.” */
export function sentences(issues: readonly v.BaseIssue<unknown>[]): string {
  return issues.map((issue) => sentence(issue.path?.map(({ key }) => key) ?? [], issue.message)).join(' ');
}

function sentence(path: readonly unknown[], message: string): string {
  const [list, index, ...rest] = path;
  // A message of `contract/selling-rules` is already a sentence.
  const isWhole = /[.?]$/.test(message);
  if (path.length === 0) return isWhole ? message : `It ${message}.`;
  if (typeof index !== 'number') return isWhole ? message : `Its ${path.map(nameOf).join(' ')} ${message}.`;
  const entry = `${entries[String(list)] ?? nameOf(list)} ${index + 1}`;
  const what = rest.length === 0 ? `Its ${entry}` : `The ${nameOf(rest[0])} of its ${entry}`;
  return isWhole ? `${what}: ${message}` : `${what} ${message}.`;
}

function nameOf(key: unknown): string {
  const field = String(key);
  return names[field] ?? field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();
}

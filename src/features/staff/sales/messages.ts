import type { Camp } from '#contract/camps.ts';
import type { SessionAvailability } from '#contract/availability.ts';
import type { QuoteRefusal } from '#contract/quotes.ts';
import { formatDays } from '#contract/format.ts';
import { plural } from '#contract/plural.ts';
import type { OwnRefusals } from '#api/refusal-words.ts';
import { formatDate, formatTime } from '#domain/dates.ts';
import type { Fault } from '#domain/fault.ts';
import { brand } from '#config/brand.ts';
import { formatMoney } from '#domain/money.ts';
import { tooOften } from '#domain/too-often.ts';
import { faultWords as generalFault } from '#ui/people/words.ts';
import type { Told } from './details.ts';
import type { methods, Purpose } from './draft.ts';

export type Method = (typeof methods)[number];

export const deskWords = {
  title: 'Sales desk',
  lead: 'For a family that stands here. The same prices and places as on the site; nothing is held until it is sold.',
  loading: 'Loading...',
  failed: 'What can be sold did not load.',
  viewOffText: 'The desk says names, contacts and money, so it is not shown while others look at the screen.',
  who: 'Who is here?',
  search: 'Find the family',
  searchHint: 'Parent, child, e-mail or phone',
  searching: 'Looking...',
  nobody: 'No family fits. Is it new?',
  more: 'There are more. Type another word.',
  isNew: 'New family',
  other: 'Another family',
  noChildren: 'no children yet',
  name: 'Parent’s name',
  email: 'E-mail',
  emailHint: 'The receipt goes there.',
  phone: 'Mobile',
  children: 'Who comes, and to what?',
  ofFamily: 'Children of the family',
  addChild: 'Another child',
  child: (n: number) => `Child ${n}`,
  removeChild: (name: string) => `Take ${name} out`,
  childName: 'Child’s name',
  dob: 'Birth date',
  what: 'What',
  choose: 'Choose…',
  passes: 'Passes and try-outs',
  camps: 'Camps',
  packages: 'Packages',
  session: 'First session',
  noSession: 'Book it later, with a credit',
  transport: 'Transport',
  noTransport: 'The family brings the child',
  noRenewal: 'Sold here it does not renew itself.',
  addItem: 'And something else',
  removeItem: (name: string) => `Take ${name} out`,
  address: 'Where the van comes to',
  addressHint: 'With the postal code.',
  agree: 'What the family agrees to',
  agreeHint: 'They read it here or on paper, and you tick what they said. A photo is theirs to refuse.',
  read: 'Read it in full',
  version: (version: number) => `Version ${version}`,
  needed: 'Needed',
  optional: 'Optional',
  told: 'Health, contacts and who may collect are told on the parent’s own phone, once this is sold.',
  pay: 'Price and payment',
  nothing: 'Choose something, and its price stands here.',
  asking: 'Asking the price...',
  code: 'Promotion code',
  subtotal: 'Sum',
  rebate: 'Sibling rebate',
  discount: 'Code',
  transportSum: 'Transport',
  total: 'Total',
  costs: (cents: number) => `It costs ${formatMoney(cents)}`,
  method: 'Paid',
  methods: { cash: 'Cash', paynow: 'PayNow', card_terminal: 'Terminal' } satisfies Record<Method, string>,
  sell: (cents: number | null, method: Method | null) =>
    cents === null
      ? 'Sell'
      : `Sell for ${formatMoney(cents)}${method === null ? '' : { cash: ' in cash', paynow: ' by PayNow', card_terminal: ' on the terminal' }[method]}`,
  moneyFirst: 'Take the money first: this is the receipt.',
  aside: 'Put this sale aside',
  asideSure: 'All that is typed of it goes. Nothing was sold.',
  asideYes: 'Yes, start anew',
  asideNo: 'Keep it',
} as const;

export const askWords = {
  title: 'Ask the parent to tell us now',
  text: 'The parent scans this with their own phone: health, whom to call, and who may collect. The link works for 24 hours, once for each child, and opens nothing else.',
  done: 'The parent has told us',
  loading: 'Making the link …',
  failed: 'The link was not made.',
  again: 'Try again',
  code: 'QR code of the page where the parent tells us',
  whatsapp: 'Send by WhatsApp',
  mail: 'Send by e-mail',
  copy: 'Copy link',
  copied: 'Copied.',
  notCopied: 'It could not be copied. Use the code.',
  subject: `${brand.name}: what should we know about your child?`,
  chat: (parent: string | null, booked: string, link: string) =>
    `Hello${parent === null ? '' : ` ${parent}`}, this is ${brand.name}. Please tell us about health, whom to call, and who may collect (${booked}): ${link}`,
  state: ({ health, contacts, pickup, is_proposed }: Told): string => {
    const people = `${plural(contacts, 'emergency contact')}, ${pickup} may collect besides the parents`;
    if (health.state === 'unknown')
      return is_proposed
        ? 'told just now. Coaches see it as not confirmed until the family signs in.'
        : 'nobody has told us about health yet.';
    return `${health.state === 'nothing' ? 'nothing to report' : 'told'}; ${people}.`;
  },
  later: 'Until somebody tells us, the child stands on the roster in amber, and coaches are asked to call.',
} as const;

export const soldWords = {
  title: 'Sold',
  receipt: 'Receipt',
  to: (name: string | null, email: string | null) => `${name ?? ''}${email === null ? '' : ` · ${email}`}`,
  mailed: (email: string | null) => `The receipt is on its way to ${email ?? 'the family'}.`,
  paid: (method: Method) =>
    ({ cash: 'Paid in cash', paynow: 'Paid by PayNow', card_terminal: 'Paid by card' })[method],
  seller: (name: string) => `Sold by ${name}`,
  rebate: 'Sibling rebate',
  discount: (code: string | null) => (code === null ? 'Discount' : `Discount, code ${code}`),
  transport: 'Transport',
  print: 'Print the receipt',
  story: 'Open the order',
  next: 'Next sale',
  later: 'Later: next sale',
} as const;

export const consentLabels: Record<Purpose, string> = {
  terms: 'The terms, the cancellation rules and the privacy policy',
  activity: 'The children take part: what a skate park and the outdoors bring with them',
  liability: 'Liability and waiver',
  medical: 'First aid, and a doctor where it is needed',
  marketing: 'News by mail',
  photo: 'Photos of the children may be shown',
};

const left = (spots: number) => (spots <= 0 ? 'full' : `${spots} left`);
export const sessionName = (session: SessionAvailability): string =>
  [
    `${formatDate(session.session_date, { year: false })}, ${formatTime(session.session_time)}`,
    session.class_type,
    session.location_name,
    left(session.available_spots),
  ].join(' · ');
export const campName = (camp: Camp): string =>
  [
    camp.name,
    formatDays(camp.start_date, camp.end_date),
    camp.location,
    left(camp.capacity - camp.current_enrollments),
    ...(camp.price_cents === null ? [] : [formatMoney(camp.price_cents)]),
  ].join(' · ');

/** Shown beside an item that cannot be sold. */
export function refusalOf({ code, age, min_age, max_age }: QuoteRefusal): string {
  switch (code) {
    case 'session_full':
    case 'camp_full':
      return 'Full by now. Choose another one, or join the waitlist on the site.';
    case 'age_not_allowed':
      return `${age === undefined ? 'The age does not fit' : `Then ${age} years old`}: it is for ${min_age ?? 0} to ${max_age ?? 99}.`;
    case 'already_booked':
      return 'This child is in it already.';
    case 'try_out_used':
      return 'This child has had its try-out. Each child has one.';
    case 'session_started':
    case 'camp_started':
      return 'It has begun.';
    case 'pass_expired':
      return 'That session is after the pass’s last day.';
    case 'transport_not_available':
      return 'That ride is not offered any more.';
    case 'code_invalid':
    case 'code_expired':
      return 'This code is not in force.';
    case 'code_minimum':
      return 'The sum is too small for this code.';
    case 'code_not_applicable':
      return 'This code is for something else.';
    case 'code_used_up':
      return 'This code was used as often as it may be.';
    default:
      return 'That cannot be had any more. Choose again.';
  }
}

const full = 'The last place went just now. Nothing was sold; it says above what is full.';

export const refusals: OwnRefusals = {
  unexpected:
    'We do not know whether that arrived. Press again: the same sale is never sold twice, and you see what became of it.',
  offline: 'You seem to be offline. All of it stays here; press again when you are back.',
  price_changed:
    'The price has changed since you told it. It stands above as it is now: tell the family, and press again.',
  session_full: full,
  camp_full: full,
  try_out_used: 'This child has had its try-out. Nothing was sold.',
  family_not_found: 'This family was forgotten meanwhile, as it asked. Begin with a new one.',
  child_not_found: 'This child is not of this family any more. Find the family anew.',
  child_twice: 'The same child stands there twice. Take one out.',
  consent_text_changed: 'A text has changed since it was read. Have the new one read, and tick it again.',
  not_allowed: 'That is not yours to do.',
  rate_limited: `${tooOften} Please wait a minute; all of it stays here.`,
};

export const faultWords = (id: string, fault: Fault): string =>
  id === 'desk-search'
    ? 'Find the family, or begin a new one.'
    : id === 'desk-children'
      ? 'Choose who comes.'
      : id === 'method'
        ? 'How was it paid?'
        : fault.kind === 'agree'
          ? 'Without this a child cannot take part.'
          : id.startsWith('lines[')
            ? 'Choose what it is.'
            : generalFault(fault);

const consentNames: Partial<Record<string, string>> = consentLabels;
const fieldNames: Partial<Record<string, string>> = {
  'parent.name': deskWords.name,
  'parent.email': deskWords.email,
  'parent.phone': deskWords.phone,
  address: deskWords.address,
};
/** An error in the summary, which begins with its subject because no label is beside it. */
export function summaryWords(id: string, fault: Fault): string {
  const [, at, part] = /^children\[(\d+)\]\.(name|dob)$/.exec(id) ?? [];
  const name =
    at === undefined
      ? (fieldNames[id] ?? consentNames[id.replace('consents.', '')])
      : `${deskWords.child(Number(at) + 1)}, ${part === 'name' ? 'name' : 'birth date'}`;
  return name === undefined ? faultWords(id, fault) : `${name}: ${faultWords(id, fault)}`;
}

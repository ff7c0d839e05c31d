import type { Camp } from '#contract/camps.ts';
import type { SessionAvailability } from '#contract/availability.ts';
import type { InstalmentOption } from '#contract/instalments.ts';
import type { QuoteRefusal } from '#contract/quotes.ts';
import { formatDays } from '#contract/format.ts';
import { plural } from '#contract/plural.ts';
import { errorMessages } from '#api/error-messages.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatDate, formatTime } from '#domain/dates.ts';
import type { Fault } from '#domain/fault.ts';
import { brand } from '#config/brand.ts';
import { formatMoney } from '#domain/money.ts';
import { tooManyAttempts } from '#domain/too-many-attempts.ts';
import { faultMessage as generalFault } from '#ui/people/messages.ts';
import { chatMessages } from '#ui/staff/chat-messages.ts';
import { hiddenMessage, narrowSearch } from '#ui/staff/messages.ts';
import type { ChildAnswer } from './parent-answers.ts';
import type { methods, Purpose } from './draft.ts';
import { offlineTyped } from '#domain/offline-messages.ts';
import { rereadRefusals } from '#ui/staff/error-messages.ts';

export type Method = (typeof methods)[number];
type Paid = Method | 'balance';
export const deskMessages = {
  title: 'Sales desk',
  lead: 'Sell to a family at the desk, at the same prices and with the same spots as on the site. Nothing is held until you sell it.',
  loading: 'Loading...',
  failed: 'The sales desk did not load.',
  viewOffText: hiddenMessage('The sales desk shows names, contact details and money'),
  who: 'Who is here?',
  search: 'Find the family',
  searchHint: 'Parent, child, e-mail or phone',
  contactHint: 'The family’s full e-mail address or phone number',
  searching: 'Searching…',
  nobody: 'No family found. Is this a new family?',
  more: narrowSearch,
  isNew: 'New family',
  otherFamily: 'Choose another family',
  noChildren: 'no children yet',
  name: 'Parent’s name',
  email: 'E-mail',
  emailHint: 'We send the receipt here.',
  phone: 'Mobile',
  children: 'Who is coming, and to what?',
  ofFamily: 'Children in the family',
  addChild: 'Add another child',
  child: (number: number) => `Child ${number}`,
  removeChild: (name: string) => `Remove ${name}`,
  childName: 'Child’s name',
  dob: 'Date of birth',
  item: 'Item',
  choose: 'Choose…',
  passes: 'Passes and try-outs',
  camps: 'Camps',
  packages: 'Packages',
  session: 'First session',
  noSession: 'Book it later, with a credit',
  transport: 'Transport',
  noTransport: 'The family brings the child',
  noRenewal: 'A pass sold at the desk does not renew automatically.',
  addItem: 'Add something else',
  removeItem: (name: string) => `Remove ${name}`,
  address: 'Pick-up address for the van',
  addressHint: 'Include the postal code.',
  agree: 'What the family agrees to',
  agreeHint:
    'The family reads this here or on paper, and you tick what they agree to. They may refuse photos.',
  read: 'Read full text',
  version: (version: number) => `Version ${version}`,
  needed: 'Required',
  optional: 'Optional',
  afterSale:
    'After the sale, the parent uses their own phone to tell us about health, contacts and who may collect the child.',
  pay: 'Price and payment',
  nothing: 'The price appears here once you choose something.',
  asking: 'Getting the price…',
  code: 'Promotion code',
  rebate: 'Sibling rebate',
  discount: 'Code',
  transportSum: 'Transport',
  total: 'Total',
  costs: (cents: number) => `It costs ${formatMoney(cents)}`,
  method: 'Payment method',
  methods: { cash: 'Cash', paynow: 'PayNow', card_terminal: 'Terminal' } satisfies Record<Method, string>,
  useBalance: (cents: number) => `Use the balance (${formatMoney(cents)})`,
  fromBalance: (cents: number, rest: number) =>
    rest === 0
      ? `${formatMoney(cents)} from the balance covers the full price.`
      : `${formatMoney(cents)} from the balance, ${formatMoney(rest)} still to pay.`,
  noMoney: 'There is no money to take. Selling creates the receipt.',
  sell: (cents: number | null, method: Paid | null, isDeposit = false) =>
    cents === null
      ? 'Sell'
      : `${isDeposit ? 'Sell for a deposit of' : 'Sell for'} ${formatMoney(cents)}${method === null ? '' : { cash: ' in cash', paynow: ' by PayNow', card_terminal: ' on the terminal', balance: ' from the balance' }[method]}`,
  moneyFirst: 'Take the money first. Selling creates the receipt.',
  byHand: 'Manual discount',
  off: 'Manual discount (S$)',
  offHint: (percent: number, cents: number) =>
    `At most ${percent}% of the price before transport, and at most ${formatMoney(cents)}. It can’t be combined with a code.`,
  reason: 'Reason for the discount',
  reasonHint: 'For colleagues. The receipt shows only the amount.',
  closeDay: 'Close the day',
  discard: 'Discard this sale',
  discardConfirm: 'Everything you typed for this sale will be cleared. Nothing has been sold.',
  discardYes: 'Yes, start again',
  discardNo: 'Keep this sale',
} as const;

/** Texts about the payment plan. The price is paid now, or as a deposit and instalments with fixed dates. */
export const planMessages = {
  title: 'What the family pays now',
  whole: (cents: number) => `The full price, ${formatMoney(cents)}`,
  deposit: ({ deposit_cents, rest }: InstalmentOption) =>
    `A deposit of ${formatMoney(deposit_cents)}, then ${rest.map(({ due_on, cents }) => `${formatMoney(cents)} by ${formatDate(due_on)}`).join(', ')}`,
  hint: 'The booking is confirmed now. We e-mail the family before each date, with a link to pay by card.',
} as const;

export const askMessages = {
  title: 'Ask the parent to answer now',
  text: 'The parent scans this with their own phone to tell us about health, emergency contacts and who may collect the child. The link works for 24 hours and once per child. It gives access to nothing else.',
  parentAnswered: 'The parent has answered',
  loading: 'Creating the link…',
  failed: 'The link was not created.',
  tryAgain: 'Try again',
  code: 'QR code for the page where the parent tells us',
  whatsapp: 'Send by WhatsApp',
  mail: 'Send by e-mail',
  copy: 'Copy link',
  copied: 'Copied.',
  notCopied: 'The link was not copied. Please use the QR code.',
  subject: `${brand.name}: what should we know about your child?`,
  chat: (parent: string | null, booking: string, link: string) =>
    `${chatMessages.hello(parent)} ${chatMessages.details.booked(booking, link)}`,
  state: ({ health, contacts, pickup, is_proposed }: ChildAnswer): string => {
    const people = `${plural(contacts, 'emergency contact')}, ${plural(pickup, 'person', 'people')} besides the parents may collect the child`;
    if (health.state === 'unknown')
      return is_proposed
        ? 'answered just now. Coaches see this as not confirmed until the family signs in.'
        : 'no health information yet.';
    return `${health.state === 'nothing' ? 'nothing to report' : 'answered'}; ${people}.`;
  },
  later: 'Until the parent answers, the roster shows the child in amber and asks coaches to call.',
} as const;

/** Texts for a coach who does not sell. */
export const boardMessages = {
  title: 'Prices and spots',
  lead: 'These are the prices and free spots on the site right now. Only an admin can sell at the desk.',
  sessions: 'Sessions',
  none: 'Nothing is on sale at the moment.',
  noCamps: 'No upcoming camps available.',
  noSessions: 'No sessions are on the timetable.',
} as const;

export const soldMessages = {
  title: 'Sold',
  notSold: 'Not sold',
  toPayBack: (money: string, isManager: boolean) =>
    `The money is recorded, but nothing was booked: the child has had a Try-Out in the meantime. ${money} must be paid back in person${isManager ? ' from the order' : '. Please tell an admin'}. We are e-mailing the family.`,
  hadBefore: 'not booked: this child had already had a Try-Out',
  cancelled: 'not booked',
  receipt: 'Receipt',
  part: 'Part payment',
  missing: 'Not paid',
  to: (name: string | null, email: string | null) => `${name ?? ''}${email === null ? '' : ` · ${email}`}`,
  mailed: (email: string | null) => `We are e-mailing the receipt to ${email ?? 'the family'}.`,
  paid: (method: Paid) =>
    ({
      cash: 'Paid in cash',
      paynow: 'Paid by PayNow',
      card_terminal: 'Paid by card',
      balance: 'Paid from the balance',
    })[method],
  seller: (name: string) => `Sold by ${name}`,
  rebate: 'Sibling rebate',
  discount: (code: string | null) => (code === null ? 'Discount' : `Discount, code ${code}`),
  transport: 'Transport',
  print: 'Print the receipt',
  openOrder: 'Open the order',
  differs: (number: string) =>
    `You had already sold or held this sale as order ${number} before you changed it. Nothing more was sold. Please check that order, then discard this sale and start again.`,
  next: 'Next sale',
  later: 'Leave this for later and start the next sale',
} as const;

export const consentLabels: Record<Purpose, string> = {
  terms: 'The terms, the cancellation rules and the privacy policy',
  activity: 'Taking part, with the risks of a skate park and the outdoors',
  liability: 'Liability and waiver',
  medical: 'First aid, and a doctor if needed',
  marketing: 'News by e-mail',
  photo: 'Photos of the children may be shown',
};

const describeSpots = (spots: number) => (spots <= 0 ? 'full' : `${spots} left`);
export const sessionName = (session: SessionAvailability): string =>
  [
    `${formatDate(session.session_date, { year: false })}, ${formatTime(session.session_time)}`,
    session.class_type,
    session.location_name,
    describeSpots(session.available_spots),
  ].join(' · ');
export const campName = (camp: Camp): string =>
  [
    camp.name,
    formatDays(camp.start_date, camp.end_date),
    camp.location,
    camp.price_cents === null ? 'not on sale yet' : describeSpots(camp.capacity - camp.current_enrollments),
    ...(camp.price_cents === null ? [] : [formatMoney(camp.price_cents)]),
  ].join(' · ');

/** Describes why an item cannot be sold. The sentence appears beside the item. */
export function describeRefusal({ code, age, min_age, max_age }: QuoteRefusal): string {
  switch (code) {
    case 'session_full':
    case 'camp_full':
      return 'This is now full. Please choose another, or join the waitlist on the site.';
    case 'age_not_allowed':
      return `${age === undefined ? 'The child’s age does not fit' : `The child will be ${age}`}: this is for ages ${min_age ?? 0} to ${max_age ?? 99}.`;
    case 'already_booked':
      return 'This child is already booked here.';
    case 'times_overlap':
      return 'This child is booked for something else at the same time in this sale.';
    case 'try_out_used':
      return 'This child has already had a Try-Out, and each child can have only one.';
    case 'session_started':
    case 'camp_started':
      return 'This has started.';
    case 'pass_expired':
      return 'That session is after the pass’s last day.';
    case 'transport_not_available':
      return 'That transport is no longer offered.';
    case 'code_invalid':
    case 'code_expired':
      return 'This code is not valid.';
    case 'code_minimum':
      return 'The total is too low for this code.';
    case 'code_not_applicable':
      return 'This code does not apply here.';
    case 'discount_too_high':
    case 'discount_with_code':
    case 'own_balance':
    case 'code_own':
      return errorMessages[code];
    case 'code_used_up':
      return 'This code has been used as often as allowed.';
    default:
      return 'This is no longer available. Please choose again.';
  }
}

const full = 'The last spot has just gone, so nothing was sold. Full items are marked above.';

export const refusals: OwnMessages = {
  unexpected:
    'We do not know whether that went through. Please press the button again. We never sell the same sale twice, and you will see the result.',
  offline: offlineTyped,
  price_changed: 'The price has changed. The new price is above. Please tell the family, then press again.',
  no_instalments:
    'This can no longer be paid in instalments, only at the full price. Please tell the family, then press again. Nothing was sold.',
  session_full: full,
  camp_full: full,
  try_out_used: 'This child has already had a Try-Out. Nothing was sold.',
  family_not_found: 'This family has just been deleted at its own request. Please start with a new one.',
  child_not_found: 'This child is no longer in this family. Please find the family again.',
  child_twice: 'The same child is listed twice. Please remove one.',
  consent_text_changed:
    'One of the texts has changed. Please ask the family to read the new one, then tick it again.',
  not_allowed: rereadRefusals.not_allowed,
  rate_limited: `${tooManyAttempts} Everything you typed is still here. Please try again in a minute.`,
};

export function faultMessage(fault: Fault, id: string): string {
  if (id === 'desk-search') return 'Find the family, or start a new one.';
  if (id === 'desk-children') return 'Choose who is coming.';
  if (id === 'method') return 'How was it paid?';
  if (id === 'split.cents') return 'Please enter less than the total, for example 348.50.';
  if (fault.kind === 'not_a_number') return 'Please enter an amount in dollars, for example 20 or 20.50.';
  if (fault.kind === 'agree') return 'Without this a child can’t take part.';
  if (id.startsWith('lines[')) return 'Choose what to sell.';
  return generalFault(fault);
}

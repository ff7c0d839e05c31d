import type { SessionAvailability } from '#contract/availability.ts';
import type { Camp } from '#contract/camps.ts';
import { isEmail, readEmail } from '#contract/contact.ts';
import type { DeskQuote } from '#contract/desk.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { InstalmentOption } from '#contract/instalments.ts';
import type { DeskSale } from '#contract/passes.ts';
import type { QuoteRefusal } from '#contract/quotes.ts';
import type { Fault, Faults } from '#domain/fault.ts';
import { birthFault, dateOf } from '#domain/person.ts';
import { readDollars } from '#domain/money.ts';
import { readPhone } from '#domain/phone.ts';
import type { DeskOffer } from './api.ts';
import { methods, type Purpose, type SaleChild, type SaleDraft, type SaleItem } from './draft.ts';
import { balancePart } from './family-balance.ts';

/** Everything that can be sold now. */
export interface Catalogue {
  offers: readonly DeskOffer[];
  sessions: readonly SessionAvailability[];
  camps: readonly Camp[];
}

export type Price =
  | { state: 'none' }
  | { state: 'loading'; before: DeskQuote | null }
  | { state: 'failed'; code: ErrorCode }
  /** `itemIndexes` has the position of the item for each line of the quote. */
  | { state: 'ready'; quote: DeskQuote; itemIndexes: number[] };

export const requiredPurposes: readonly Purpose[] = ['terms', 'activity'];
export const purposes: readonly Purpose[] = [
  'terms',
  'activity',
  'liability',
  'medical',
  'marketing',
  'photo',
];

export interface NumberedItem {
  /**
   * The position among all items of the sale. If all items are chosen, the line of the request has the same position.
   */
  index: number;
  child: number;
  item: SaleItem;
}
/** Numbers the items child by child. */
export const numberItems = (children: readonly SaleChild[]): NumberedItem[] =>
  children
    .flatMap(({ items }, child) => items.map((item) => ({ child, item })))
    .map((entry, index) => ({ index, ...entry }));

export function findOffer({ product }: SaleItem, { offers, camps }: Catalogue): DeskOffer | undefined {
  const [kind, id] = product.split(':');
  if (kind === 'offer') return offers.find((offer) => offer.id === id);
  const camp = camps.find((camp) => camp.id === id);
  return camp && offers.find(({ kind, details }) => kind === 'camp_tier' && details.tier === camp.tier);
}
/** Returns true if the camp is full or not on sale yet. */
export const isUnavailable = ({ capacity, current_enrollments, price_cents }: Camp): boolean =>
  price_cents === null || current_enrollments >= capacity;
export const isPass = (offer: DeskOffer | undefined) => offer?.kind === 'pass' || offer?.kind === 'team_pass';

function buildLine({ child, item }: NumberedItem, catalogue: Catalogue): DeskSale['lines'][number] | null {
  const offer = findOffer(item, catalogue);
  if (!offer) return null;
  return {
    offer_id: offer.id,
    child,
    ...(item.product.startsWith('camp:') ? { camp_id: item.product.slice('camp:'.length) } : {}),
    ...(isPass(offer) && item.session !== '' ? { session_id: item.session } : {}),
    ...(item.transport !== '' ? { transport: item.transport } : {}),
  };
}

/** Returns the request for a price, or null if nothing is chosen. */
export function buildQuoteRequest({ family, children, code, off, reason }: SaleDraft, catalogue: Catalogue) {
  const chosenItems = numberItems(children).flatMap((entry) => {
    const line = buildLine(entry, catalogue);
    return line ? [{ itemIndex: entry.index, line }] : [];
  });
  if (chosenItems.length === 0) return null;
  const cents = readDollars(off);
  return {
    itemIndexes: chosenItems.map(({ itemIndex }) => itemIndex),
    sale: {
      family_id: family?.family_id ?? null,
      children: children.map((child) => (child.id === null ? { dob: dateOf(child) } : { id: child.id })),
      lines: chosenItems.map(({ line }) => line),
      code: code.trim() === '' ? null : code.trim(),
      // The price does not depend on the reason, which might not be typed yet.
      ...(cents !== null && { discount: { cents, reason: reason.trim() || '-' } }),
    },
  };
}

export const needsAddress = ({ children }: SaleDraft): boolean =>
  numberItems(children).some(({ item }) => item.transport !== '');

/**
 * Returns the id of the item that a refusal is about. The request leaves out items that are not
 * chosen yet, so `lines[2].session_id` may belong to an item after the third one.
 */
export function findItemId({ field }: Pick<QuoteRefusal, 'field'>, itemIndexes: readonly number[]): string {
  const [, line] = /^lines\[(\d+)\]/.exec(field) ?? [];
  return line === undefined ? field : `lines[${itemIndexes[Number(line)] ?? line}]`;
}

/** Returns the chosen plan if it is still offered, or null if the whole price is paid now. */
export const planOf = (
  { parts }: Pick<SaleDraft, 'parts'>,
  options: readonly InstalmentOption[],
): InstalmentOption | null => options.find((option) => option.parts === parts) ?? null;

/**
 * Returns the methods that can pay a second part. If there is a UEN, PayNow needs its own confirmation, so it can only
 * be the first method.
 */
export const splitMethods = (draft: Pick<SaleDraft, 'method'>, hasUen: boolean) =>
  methods.filter((method) => method !== draft.method && !(hasUen && method === 'paynow'));

/** Returns the second part as it was typed, or null if the sale is paid in one way. */
export function splitOf(
  { method, splitMethod, splitAmount }: SaleDraft,
  isPossible: boolean,
): { method: (typeof methods)[number]; cents: number | null } | null {
  if (!isPossible || splitMethod === null || splitMethod === method) return null;
  return { method: splitMethod, cents: readDollars(splitAmount) };
}

interface Terms {
  /** Today's date in Singapore. */
  today: string;
  /** The total in cents that the seller sees, or null while there is no price. */
  displayedTotal: number | null;
  /** The family's balance in cents. */
  balance?: number;
  plan?: InstalmentOption | null;
}

/** Returns either the errors of the sale or the request. */
export function checkSale(
  draft: SaleDraft,
  catalogue: Catalogue,
  { today, displayedTotal, balance = 0, plan = null }: Terms,
): { faults: Faults; sale: DeskSale | null } {
  // A deposit cannot be paid from the balance.
  const fromBalance = plan ? 0 : balancePart(draft, balance, displayedTotal);
  const isAllFromBalance = fromBalance > 0 && fromBalance === displayedTotal;
  const split = splitOf(draft, plan === null && fromBalance === 0);
  const faults = findFaults(draft, catalogue, { today, isAllFromBalance });
  if (split !== null && displayedTotal !== null) {
    if (split.cents === null) faults['split.cents'] = { kind: 'not_a_number' };
    else if (split.cents < 1 || split.cents >= displayedTotal)
      faults['split.cents'] = { kind: 'out_of_range', least: 0, most: displayedTotal / 100 };
  }
  const method = isAllFromBalance ? 'balance' : draft.method;
  if (Object.keys(faults).length > 0 || method === null || displayedTotal === null)
    return { faults, sale: null };
  return {
    faults,
    sale: {
      ...buildSale(draft, catalogue),
      method,
      ...(plan && { instalments: { parts: plan.parts, deposit_cents: plan.deposit_cents } }),
      ...(fromBalance > 0 && !isAllFromBalance && { balance_cents: fromBalance }),
      ...(split?.cents != null && { split: { method: split.method, cents: split.cents } }),
      expected_total_cents: displayedTotal,
    },
  };
}

function findFaults(
  draft: SaleDraft,
  catalogue: Catalogue,
  { today, isAllFromBalance }: { today: string; isAllFromBalance: boolean },
): Faults {
  const faults: Faults = {};
  const addFault = (id: string, fault: Fault | null): void => {
    if (fault) faults[id] = fault;
  };
  const missing = (text: string): Fault | null => (text.trim() === '' ? { kind: 'missing' } : null);
  const { family, children, consents } = draft;
  if (family === null && !draft.isNew) addFault('desk-search', { kind: 'choose' });
  if (family === null && draft.isNew) {
    addFault('parent.name', missing(draft.name));
    addFault('parent.email', missing(draft.email) ?? (isEmail(draft.email) ? null : { kind: 'email_form' }));
  }
  const phone = phoneOf(draft);
  if (phone === null) {
    if (family ? family.phone === null : draft.isNew) addFault('parent.phone', { kind: 'missing' });
  } else if ('kind' in phone) addFault('parent.phone', phone);
  if (children.length === 0 && (family || draft.isNew)) addFault('desk-children', { kind: 'choose' });
  children.forEach((child, childIndex) => {
    if (child.id !== null) return;
    addFault(`children[${childIndex}].name`, missing(child.name));
    addFault(`children[${childIndex}].dob`, birthFault(child, today));
  });
  for (const { index, item } of numberItems(children))
    addFault(`lines[${index}]`, findOffer(item, catalogue) ? null : { kind: 'choose' });
  if (needsAddress(draft)) addFault('transport_address', missing(draft.address));
  for (const purpose of requiredPurposes)
    if (consents[purpose] === undefined) addFault(`consents.${purpose}`, { kind: 'agree' });
  if (draft.off.trim() !== '') {
    addFault('discount.cents', readDollars(draft.off) === null ? { kind: 'not_a_number' } : null);
    addFault('discount.reason', missing(draft.reason));
  }
  if (draft.method === null && !isAllFromBalance) addFault('method', { kind: 'choose' });
  return faults;
}

const phoneOf = ({ phone }: SaleDraft) => (phone.trim() === '' ? null : readPhone(phone));

/** Returns the sale without its payment. */
function buildSale(
  draft: SaleDraft,
  catalogue: Catalogue,
): Omit<DeskSale, 'method' | 'expected_total_cents'> {
  const { family, children, consents } = draft;
  const phone = phoneOf(draft);
  const cents = readDollars(draft.off);
  const buildConsent = (purpose: Purpose) => ({ given: true, version: consents[purpose] ?? 0 });
  return {
    key: draft.key,
    family_id: family?.family_id ?? null,
    parent: {
      ...(family ? {} : { name: draft.name.trim(), email: readEmail(draft.email) }),
      ...(phone && 'e164' in phone ? { phone: phone.e164 } : {}),
    },
    children: children.map((child) =>
      child.id === null ? { name: child.name.trim(), dob: dateOf(child) } : { id: child.id },
    ),
    lines: numberItems(children).flatMap((entry) => buildLine(entry, catalogue) ?? []),
    code: draft.code.trim() === '' ? null : draft.code.trim(),
    ...(cents !== null && { discount: { cents, reason: draft.reason.trim() } }),
    consents: {
      terms: buildConsent('terms'),
      activity: buildConsent('activity'),
      ...Object.fromEntries(
        purposes
          .filter((purpose) => !requiredPurposes.includes(purpose) && consents[purpose] !== undefined)
          .map((purpose) => [purpose, buildConsent(purpose)]),
      ),
    },
    ...(needsAddress(draft) ? { transport_address: draft.address.trim() } : {}),
  };
}

/** A coach may find a family only by a complete e-mail address or phone number. */
export const isContact = (text: string): boolean =>
  isEmail(readEmail(text)) || /^\+?\d{8,15}$/.test(text.replaceAll(/[ ().-]/g, ''));

const FIELDS =
  /^(parent\.\w+|children\[\d+\]\.(name|dob)|consents\.\w+|transport_address|method|discount\.\w+|split\.cents)$/;
/** Returns the path if the sale has an input for it. Otherwise returns null. */
export const fieldOf = (path: string): string | null => (FIELDS.test(path) ? path : null);

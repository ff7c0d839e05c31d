import type { SessionAvailability } from '#contract/availability.ts';
import type { Camp } from '#contract/camps.ts';
import { isEmail, readEmail } from '#contract/contact.ts';
import type { DeskSale } from '#contract/passes.ts';
import type { QuoteRefusal } from '#contract/quotes.ts';
import type { Fault, Faults } from '#domain/fault.ts';
import { birthFault, dateOf } from '#domain/person.ts';
import { readPhone } from '#domain/phone.ts';
import type { DeskOffer } from './api.ts';
import type { Purpose, SaleChild, SaleDraft, SaleItem } from './draft.ts';

/** Everything that can be sold now. */
export interface Shelf {
  offers: readonly DeskOffer[];
  sessions: readonly SessionAvailability[];
  camps: readonly Camp[];
}

export const needed: readonly Purpose[] = ['terms', 'activity'];
export const purposes: readonly Purpose[] = [
  'terms',
  'activity',
  'liability',
  'medical',
  'marketing',
  'photo',
];

export interface Placed {
  /** Position among all items of the sale, which is the line's number once all are chosen. */
  line: number;
  child: number;
  item: SaleItem;
}
/** All items, by child. */
export const itemsOf = (children: readonly SaleChild[]): Placed[] =>
  children
    .flatMap(({ items }, child) => items.map((item) => ({ child, item })))
    .map((placed, line) => ({ line, ...placed }));

export function offerOf({ what }: SaleItem, { offers, camps }: Shelf): DeskOffer | undefined {
  const [kind, id] = what.split(':');
  if (kind === 'offer') return offers.find((offer) => offer.id === id);
  const camp = camps.find((one) => one.id === id);
  return camp && offers.find(({ kind, details }) => kind === 'camp_tier' && details.tier === camp.tier);
}
export const isFullCamp = ({ capacity, current_enrollments }: Camp): boolean =>
  current_enrollments >= capacity;
export const isPass = (offer: DeskOffer | undefined) => offer?.kind === 'pass' || offer?.kind === 'team_pass';

function lineOf({ child, item }: Placed, shelf: Shelf): DeskSale['lines'][number] | null {
  const offer = offerOf(item, shelf);
  if (!offer) return null;
  return {
    offer_id: offer.id,
    child,
    ...(item.what.startsWith('camp:') ? { camp_id: item.what.slice('camp:'.length) } : {}),
    ...(isPass(offer) && item.session !== '' ? { session_id: item.session } : {}),
    ...(item.transport !== '' ? { transport: item.transport } : {}),
  };
}

/**
 * The request for a price while the sale is incomplete, and the item of each of its lines; null if nothing is chosen.
 */
export function askOf({ family, children, code }: SaleDraft, shelf: Shelf) {
  const asked = itemsOf(children).flatMap((placed) => {
    const line = lineOf(placed, shelf);
    return line ? [{ at: placed.line, line }] : [];
  });
  if (asked.length === 0) return null;
  return {
    at: asked.map(({ at }) => at),
    sale: {
      family_id: family?.family_id ?? null,
      children: children.map((child) => (child.id === null ? { dob: dateOf(child) } : { id: child.id })),
      lines: asked.map(({ line }) => line),
      code: code.trim() === '' ? null : code.trim(),
    },
  };
}

export const needsAddress = ({ children }: SaleDraft): boolean =>
  itemsOf(children).some(({ item }) => item.transport !== '');

/** Maps an answer's `lines[2].session_id` to the item that its third line was requested for. */
export function fieldOf({ field }: Pick<QuoteRefusal, 'field'>, at: readonly number[]): string {
  const [, line] = /^lines\[(\d+)\]/.exec(field) ?? [];
  return line === undefined ? field : `lines[${at[Number(line)] ?? line}]`;
}

/** The errors of a sale, or the sale in the form of the contract. */
export function checkSale(
  draft: SaleDraft,
  shelf: Shelf,
  { today, seen }: { today: string; seen: number | null },
): { faults: Faults; sale: DeskSale | null } {
  const faults: Faults = {};
  const note = (id: string, fault: Fault | null): void => {
    if (fault) faults[id] = fault;
  };
  const missing = (text: string): Fault | null => (text.trim() === '' ? { kind: 'missing' } : null);
  const { family, children, consents, method } = draft;
  if (family === null && !draft.isNew) note('desk-search', { kind: 'choose' });
  const phone = draft.phone.trim() === '' ? null : readPhone(draft.phone);
  if (family === null && draft.isNew) {
    note('parent.name', missing(draft.name));
    note('parent.email', missing(draft.email) ?? (isEmail(draft.email) ? null : { kind: 'email_form' }));
  }
  if (phone === null) {
    if (family ? family.phone === null : draft.isNew) note('parent.phone', { kind: 'missing' });
  } else if ('kind' in phone) note('parent.phone', phone);
  if (children.length === 0 && (family || draft.isNew)) note('desk-children', { kind: 'choose' });
  children.forEach((child, at) => {
    if (child.id !== null) return;
    note(`children[${at}].name`, missing(child.name));
    note(`children[${at}].dob`, birthFault(child, today));
  });
  const items = itemsOf(children);
  for (const { line, item } of items)
    note(`lines[${line}]`, offerOf(item, shelf) ? null : { kind: 'choose' });
  if (needsAddress(draft)) note('transport_address', missing(draft.address));
  for (const purpose of needed)
    if (consents[purpose] === undefined) note(`consents.${purpose}`, { kind: 'agree' });
  if (method === null) note('method', { kind: 'choose' });
  const lines = items.flatMap((placed) => lineOf(placed, shelf) ?? []);
  if (Object.keys(faults).length > 0 || method === null || seen === null) return { faults, sale: null };
  const given = (purpose: Purpose) => ({ given: true, version: consents[purpose] ?? 0 });
  return {
    faults,
    sale: {
      key: draft.key,
      family_id: family?.family_id ?? null,
      parent: {
        ...(family ? {} : { name: draft.name.trim(), email: readEmail(draft.email) }),
        ...(phone && 'e164' in phone ? { phone: phone.e164 } : {}),
      },
      children: children.map((child) =>
        child.id === null ? { name: child.name.trim(), dob: dateOf(child) } : { id: child.id },
      ),
      lines,
      code: draft.code.trim() === '' ? null : draft.code.trim(),
      consents: {
        terms: given('terms'),
        activity: given('activity'),
        ...Object.fromEntries(
          purposes
            .filter((purpose) => !needed.includes(purpose) && consents[purpose] !== undefined)
            .map((purpose) => [purpose, given(purpose)]),
        ),
      },
      ...(needsAddress(draft) ? { transport_address: draft.address.trim() } : {}),
      method,
      seen_total_cents: seen,
    },
  };
}

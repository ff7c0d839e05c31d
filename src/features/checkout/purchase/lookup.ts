import { tiersWithNight } from '#contract/tiers.ts';
import type { WaitlistView } from '#contract/waitlists.ts';
import { paths } from '#config/paths.ts';
import { today } from '#domain/dates.ts';
import type { Subject } from '#browser/order-memory.ts';
import { isUuid } from '#domain/uuid.ts';
import { readOffer } from '../api.ts';
import { fetchCamps } from '#api/camps.ts';
import { fetchSessions } from '#api/sessions.ts';
import { getEntry } from '#api/waitlists.ts';
import { readChild, readTiers } from './queries.ts';
import { toSource, type KnownPeople, type Source } from './model.ts';
import { ofCamp, ofEntry, ofPass } from './found-subjects.ts';
import { ofSession } from './subject.ts';

/**
 * Finds what a waitlist offers. The entry is found by its secret alone, because the browser may be
 * somebody else's. A hold for `heldSubject` continues even if the offer has ended.
 */
export async function fromWaitlist(secret: string, heldSubject: Subject | null): Promise<Source> {
  if (!isUuid(secret)) return { is: 'refused', code: 'waitlist_entry_not_found' };
  const entry = await getEntry(secret);
  if (heldSubject) return { is: 'subject', subject: heldSubject, ...(entry.ok ? peopleOf(entry.value) : {}) };
  if (!entry.ok) return { is: 'refused', code: entry.code };
  if (entry.value.status === 'enrolled') return redirectTo(`${paths.waitlist}?entry=${secret}`);
  if (entry.value.status !== 'offered' && entry.value.status !== 'accepted')
    return { is: 'refused', code: 'waitlist_offer_over' };
  const tier = entry.value.camp?.tier;
  const offerIds = entry.value.offer_id === null && tier ? await offerIdsByTier() : null;
  const subject = ofEntry(entry.value, secret, offerIds?.get(tier ?? '') ?? null);
  if (!subject) return { is: 'refused', code: 'offer_not_available' };
  return { is: 'subject', subject, ...peopleOf(entry.value) };
}

/** Opens another page. The promise never resolves, so that the checkout shows its loading state until then. */
function redirectTo(path: string): Promise<Source> {
  location.replace(path);
  return new Promise(() => undefined);
}

const peopleOf = ({ children, parent }: WaitlistView): KnownPeople => ({ waiting: children, parent });

/** Finds the weeks. Full weeks are included, because they lead to the waitlist. */
export async function fromWeeks(): Promise<Source> {
  const [camps, offerIds] = await Promise.all([
    fetchCamps(`tier=in.(${tiersWithNight.join(',')})`),
    offerIdsByTier(),
  ]);
  if (!camps.ok) return { is: 'refused', code: camps.code };
  if (!offerIds) return { is: 'refused', code: 'unexpected' };
  if (!tiersWithNight.some((tier) => offerIds.has(tier))) return { is: 'refused', code: 'camp_not_found' };
  const campsOnSale = camps.value.filter((camp) => camp.cancelled_at === null && camp.price_cents !== null);
  const weeks = campsOnSale.flatMap((camp) => {
    const offerId = offerIds.get(camp.tier);
    return offerId === undefined ? [] : [{ camp, subject: ofCamp(camp, offerId) }];
  });
  return { is: 'weeks', weeks };
}

/** Finds the camp that the address names, if the browser saved no draft. */
export async function fromCamp(id: string): Promise<Source> {
  if (!isUuid(id)) return { is: 'empty' };
  const [camps, offerIds] = await Promise.all([fetchCamps(`id=eq.${id}`), offerIdsByTier()]);
  if (!camps.ok) return { is: 'refused', code: camps.code };
  const [camp] = camps.value;
  const offerId = camp && offerIds?.get(camp.tier);
  return offerId === undefined || !camp
    ? { is: 'refused', code: 'camp_not_found' }
    : toSource(ofCamp(camp, offerId));
}

/** Finds the session that the address names, if the browser saved no cart (see `cartQuery`). */
export async function fromSession(query: URLSearchParams): Promise<Source> {
  const [id, offerId] = [query.get('session') ?? '', query.get('offer') ?? ''];
  if (!isUuid(id) || offerId === '') return { is: 'empty' };
  const sessions = await fetchSessions();
  if (!sessions.ok) return { is: 'refused', code: sessions.code };
  const session = sessions.value.find(({ session_id }) => session_id === id);
  if (!session) return { is: 'refused', code: 'session_not_found' };
  return toSource(ofSession(session, offerId, centsOf(query)));
}

/**
 * Finds the pass that the address names, and possibly a child of the signed-in family. If it names no child, the
 * parent enters one.
 */
export async function fromPass(query: URLSearchParams): Promise<Source> {
  const [answer, child] = await Promise.all([
    readOffer(query.get('offer') ?? ''),
    readChild(query.get('child') ?? ''),
  ]);
  if (!answer.ok) return { is: 'refused', code: answer.code };
  const [offer] = answer.value;
  if (offer?.kind !== 'pass' && offer?.kind !== 'team_pass')
    return { is: 'refused', code: 'offer_not_available' };
  const subject = ofPass(offer, today(), centsOf(query), child?.id ?? null);
  return {
    is: 'subject',
    subject,
    ...(child ? { waiting: [child] } : {}),
    ...(query.get('child') === 'new' ? { isNewChild: true } : {}),
  };
}

function centsOf(query: URLSearchParams): number | null {
  const price = query.get('price') ?? '';
  return /^\d{1,7}$/.test(price) ? Number(price) : null;
}

async function offerIdsByTier(): Promise<Map<string, string> | null> {
  const answer = await readTiers();
  return answer.ok ? new Map(answer.value.map(({ id, details }) => [details.tier ?? '', id])) : null;
}

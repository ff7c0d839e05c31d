import { ClassType, SessionAvailability } from '#contract/availability.ts';
import { Camp } from '#contract/camps.ts';
import { OfferTerms } from '#contract/quotes.ts';
import { WaitlistView } from '#contract/waitlists.ts';
import * as v from 'valibot';
import { today } from '../../../domain/dates.ts';
import { callRpc, readRows } from '../../../api/rpc.ts';
import { freshSession } from '../../../api/fresh-session.ts';
import { isUuid } from '../../../domain/uuid.ts';

/** The offers that sell camps, one a tier. */
export const readTiers = () =>
  readRows('offers?select=id,kind,title,details&kind=eq.camp_tier', v.array(OfferTerms));

/** Camps on sale that are not over, by their first day; `filter` such as `tier=eq.epic`. */
export const readCamps = (filter: string) =>
  readRows(
    `camps?select=*&is_active=eq.true&end_date=gte.${today()}&${filter}&order=start_date.asc,id.asc`,
    v.array(Camp),
  );

/** The coming weekend's sessions, full ones too, and what their classes are called. */
export const readSessions = () =>
  callRpc('get_session_availability_with_enrollments', {}, v.array(SessionAvailability));
export const readClassTypes = () => readRows('class_types?select=id,name', v.array(ClassType));

export const getEntry = (secret: string) => callRpc('get_waitlist_entry', { p_secret: secret }, WaitlistView);

const Child = v.object({ id: v.string(), name: v.string(), dob: v.string() });

/** A child of who is signed in; null for anybody else, and where it cannot be read: then the parent types it. */
export async function readChild(id: string): Promise<v.InferOutput<typeof Child> | null> {
  if (!isUuid(id)) return null;
  const session = await freshSession();
  if (session.state !== 'signed_in') return null;
  const answer = await readRows(`children?select=id,name,dob&id=eq.${id}`, v.array(Child), session.token);
  return answer.ok ? (answer.value[0] ?? null) : null;
}

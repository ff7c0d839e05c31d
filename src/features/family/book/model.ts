import type { BookableSessions } from '#contract/family-booking.ts';

type Child = BookableSessions['children'][number];
type Session = BookableSessions['sessions'][number];

export interface Option {
  /** The key contains the ids of the child and the session, with a space between them. */
  key: string;
  childId: string;
  child: string;
  session: Session['session'];
  isOwnTeam: boolean;
  state: 'free' | 'booked' | 'full';
  /** True if the waitlist reserves a spot for this child. */
  isReserved: boolean;
  spotsLeft: number;
  returnsCredit: boolean;
  creditReturnsUntil: string;
}

const keyOf = (childId: string, sessionId: string) => `${childId} ${sessionId}`;

export function buildOptions({ sessions, children }: BookableSessions): Option[] {
  const byId = new Map(sessions.map((session) => [session.session.session_id, session]));
  const allOptions = children.flatMap((child) =>
    child.sessions.flatMap((place) => {
      const session = byId.get(place.session_id);
      return session ? [buildOption(child, place, session)] : [];
    }),
  );
  return allOptions.sort((a, b) => Date.parse(a.session.starts_at) - Date.parse(b.session.starts_at));
}

function buildOption(child: Child, place: Child['sessions'][number], session: Session): Option {
  const isOpen = session.spots_left > 0 || place.is_reserved;
  return {
    key: keyOf(child.child_id, place.session_id),
    childId: child.child_id,
    child: child.name,
    session: session.session,
    isOwnTeam: place.is_own_team,
    state: place.booking_id !== null ? 'booked' : isOpen ? 'free' : 'full',
    isReserved: place.is_reserved,
    spotsLeft: session.spots_left,
    returnsCredit: session.returns_credit,
    creditReturnsUntil: session.credit_returns_until,
  };
}

export interface OptionFilter {
  /** The child whose options are shown. Null shows all children. */
  childId: string | null;
  otherTeams: boolean;
  /** The number of days whose options are shown. The parent can ask for later ones. */
  days: number;
}

/** Returns the options that are listed. If a child's own team has no class, they are those of other teams. */
export function filterOptions(options: readonly Option[], { childId, otherTeams, days }: OptionFilter) {
  const childOptions = options.filter((option) => childId === null || option.childId === childId);
  const hasOwn = new Set(childOptions.filter(({ isOwnTeam }) => isOwnTeam).map((option) => option.childId));
  const teams = childOptions.filter(
    (option) => otherTeams || option.isOwnTeam || option.state === 'booked' || !hasOwn.has(option.childId),
  );
  const byDay = new Map<string, Option[]>();
  for (const option of teams) {
    const day = option.session.session_date;
    byDay.set(day, [...(byDay.get(day) ?? []), option]);
  }
  const all = [...byDay.entries()];
  return {
    days: all.slice(0, days),
    hasLater: all.length > days,
    hasOtherTeams: teams.length < childOptions.length,
  };
}

export function creditsAfter(
  { child_id, credits }: Pick<Child, 'child_id' | 'credits'>,
  chosenOptions: readonly Option[],
): number {
  return credits - chosenOptions.filter(({ childId }) => childId === child_id).length;
}

/** Returns the option that a refused field such as `p_bookings[1].session_id` belongs to. */
export function refusedRow(field: string | undefined, chosenOptions: readonly Option[]): Option | null {
  const at = /^p_bookings\[(\d+)\]/.exec(field ?? '')?.[1];
  return at === undefined ? null : (chosenOptions[Number(at)] ?? null);
}

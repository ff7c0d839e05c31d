import type { SessionAvailability } from '#contract/availability.ts';
import type { TeamId } from '#contract/teams.ts';
import { checkoutPath, paths } from '#config/paths.ts';
import type { Cart } from '#browser/cart.ts';
import { toDollars } from '#domain/money.ts';
import { addDays, weekdayOf } from '#domain/dates.ts';

/** This module has the rules of the weekend booking (spec 2 §2-§5). They use neither React nor the network. */
export type { TeamId };

export interface Team {
  id: TeamId;
  name: string;
  ageRange: string;
  minAge: number;
  maxAge: number;
  levelRange: string;
  description: string;
  tabLabel: string;
}

export interface Pass {
  /** One of `tryout`, `flexi`, `halfyear` and `annual`. */
  id: string;
  offerId: string;
  name: string;
  /** The number of sessions. Each of them uses one credit. */
  sessions: number;
  priceCents: number;
  regularCents: number | null;
  summary: string;
  ending: string;
  features: string[];
  badge: string | null;
  badgeColor: string | null;
  recommended: boolean;
  available: boolean;
  checkoutType: string;
  checkoutPath: string;
}

export interface FlowSession {
  id: string;
  day: string;
  time: string;
  location: string;
  coach: string;
  teamLabel: string;
  spotsOpen: number;
  teamId: TeamId;
  sessionDate: string;
}

export type Step = 0 | 1 | 2;

export const waitlistPath = (sessionId: string) =>
  `${paths.waitlist}?session=${encodeURIComponent(sessionId)}`;

/**
 * Returns the Saturday of the coming weekend. On a Sunday it is the day before, and on a Saturday it is the same day.
 */
export function referenceSaturday(date: string): string {
  const offset: Record<string, number> = {
    Sunday: -1,
    Saturday: 0,
    Friday: 1,
    Thursday: 2,
    Wednesday: 3,
    Tuesday: 4,
  };
  return addDays(date, offset[weekdayOf(date)] ?? 5);
}

/**
 * Returns the sessions of a week. The browser's clock may be wrong, so the earliest session decides which week is
 * shown. Classes that have no team are left out.
 */
export function toSessions(rows: readonly SessionAvailability[]): FlowSession[] {
  const first = rows.map((row) => row.session_date).sort()[0];
  if (first === undefined) return [];
  const sunday = addDays(referenceSaturday(first), 1);
  return rows
    .flatMap((row) => {
      if (row.team === null || row.session_date > sunday) return [];
      return {
        id: row.session_id,
        day: weekdayOf(row.session_date),
        time: row.session_time,
        location: row.location_name,
        coach: row.coach_name ?? '',
        teamLabel: row.class_type,
        spotsOpen: Math.max(0, row.available_spots),
        teamId: row.team,
        sessionDate: row.session_date,
      };
    })
    .sort((a, b) => sortKey(a).localeCompare(sortKey(b)));
}

const sortKey = (session: FlowSession) => `${session.sessionDate} ${session.time} ${session.teamLabel}`;

/** Returns the sessions for a pass. A try-out may be in any team. Every other pass is limited to the chosen team. */
export function sessionsFor(
  sessions: readonly FlowSession[],
  teamId: TeamId | null,
  passId: string | null,
): FlowSession[] {
  return sessions.filter((session) => passId === 'tryout' || session.teamId === teamId);
}

/** Returns the sessions with this browser's own hold. In this browser, the spot that it holds counts as free. */
export function withOwnHold(
  sessions: readonly FlowSession[],
  hold: { sessionId: string; heldUntil: string | null } | null,
  now: number,
): FlowSession[] {
  const isHeld = hold?.heldUntil != null && Date.parse(hold.heldUntil) > now;
  return sessions.map((session) =>
    isHeld && session.id === hold.sessionId ? { ...session, spotsOpen: session.spotsOpen + 1 } : session,
  );
}

export function findProgress(step: Step): { question: number; percent: number } {
  return { question: step + 1, percent: Math.round(((step + 1) / 3) * 100) };
}

export function days(sessions: readonly FlowSession[]): { date: string; sessions: FlowSession[] }[] {
  const dates = [...new Set(sessions.map((session) => session.sessionDate))];
  return dates.map((date) => ({
    date,
    sessions: sessions.filter((session) => session.sessionDate === date),
  }));
}

/** Builds the cart that the checkout reads from the browser's storage (spec 2 §3 "Cart"). */
export function buildCart(team: Team, session: FlowSession, pass: Pass, now: number): Cart {
  return {
    sessionId: session.id,
    quantity: 1,
    team: team.name,
    sessionDate: session.sessionDate,
    sessionTime: session.time,
    sessionDay: session.day,
    location: session.location,
    coach: session.coach,
    passType: pass.id,
    price: toDollars(pass.priceCents),
    selectedTeam: { id: team.id, name: team.name, minAge: team.minAge, maxAge: team.maxAge },
    selectedSession: { id: session.id, teamLabel: session.teamLabel },
    selectedPass: {
      id: pass.id,
      offerId: pass.offerId,
      name: pass.name,
      price: toDollars(pass.priceCents),
      checkoutPath: pass.checkoutPath,
    },
    customerData: { childName: '', childAge: 0, parentName: 'Guest User' },
    timestamp: now,
  };
}

// Returns the fields of a team that the booking shows. The page contains no others, to keep it small.
export const flowTeam = (team: Team): Team => ({
  id: team.id,
  name: team.name,
  ageRange: team.ageRange,
  minAge: team.minAge,
  maxAge: team.maxAge,
  levelRange: team.levelRange,
  description: team.description,
  tabLabel: team.tabLabel,
});

export const flowPass = (pass: Pass): Pass => ({
  id: pass.id,
  offerId: pass.offerId,
  name: pass.name,
  sessions: pass.sessions,
  priceCents: pass.priceCents,
  regularCents: pass.regularCents,
  summary: pass.summary,
  ending: pass.ending,
  features: pass.features,
  badge: pass.badge,
  badgeColor: pass.badgeColor,
  recommended: pass.recommended,
  available: pass.available,
  checkoutType: pass.checkoutType,
  checkoutPath: pass.checkoutPath || checkoutPath(pass.checkoutType),
});

/** Returns the dark or light text colour that is easier to read on `color` ("#RRGGBB"). */
export function textOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255);
  const linear = (channel: number) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  const luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  return luminance > 0.19 ? '#101614' : '#FFFDF8';
}

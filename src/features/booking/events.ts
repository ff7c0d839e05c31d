import { brand } from '#config/brand.ts';
import { track } from '#api/analytics.ts';
import type { EventData } from '#browser/report-queue.ts';
import { toDollars } from '#domain/money.ts';
import { type FlowSession, type Pass, findProgress, type Step, type Team } from './model.ts';

/** The steps, named as in the database (spec 2 §7). Events have amounts in dollars and in cents. */
const steps = ['team', 'session', 'pass'] as const;

export const trackTeam = ({ id, name }: Team, source: 'card' | 'quiz') =>
  track('team_selection', { step: steps[0], teamId: id, team: name, source });

export const trackSession = (session: FlowSession) =>
  track('session_selection', { step: steps[1], ...sessionData(session), quantity: 1 });

export const trackPass = (session: FlowSession, pass: Pass) =>
  track('pass_selection', { step: steps[2], ...sessionData(session), ...passData(pass) });

export const trackCheckout = (session: FlowSession, pass: Pass) =>
  track('checkout_started', {
    step: 'checkout',
    ...sessionData(session),
    ...passData(pass),
    amount: toDollars(pass.priceCents),
    amountCents: pass.priceCents,
    quantity: 1,
  });

export function trackProgress(step: Step): void {
  const { question, percent } = findProgress(step);
  track('form_progress', { step: steps[step], progress: question, percent });
}

const sessionData = (session: FlowSession): EventData => ({
  sessionId: session.id,
  sessionDate: session.sessionDate,
  sessionTime: session.time,
  sessionDay: session.day,
  location: session.location,
  coach: session.coach,
  teamId: session.teamId,
  teamLabel: session.teamLabel,
});

const passData = (pass: Pass): EventData => ({
  passId: pass.id,
  passName: pass.name,
  passType: pass.checkoutType,
  price: toDollars(pass.priceCents),
  priceCents: pass.priceCents,
  currency: brand.currency,
  credits: pass.sessions,
});

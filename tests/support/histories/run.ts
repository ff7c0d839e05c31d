/** Runs random histories of families, staff, Stripe and the maintenance at the same time (docs/testing.md). */
import type { TestDatabase } from '../database.ts';
import * as after from './after-sale.ts';
import * as credits from './credits.ts';
import * as disputes from './disputes.ts';
import * as family from './family.ts';
import * as management from './management.ts';
import { findDiscrepanciesAtEnd, findDiscrepanciesNow, type Discrepancy } from './forbidden-states.ts';
import { oneOf, createRandomPick } from './random.ts';
import { judgeFromOutside } from './judge-from-outside.ts';
import * as provider from './provider.ts';
import * as renewals from './renewals.ts';
import * as selling from './selling.ts';
import * as staff from './staff.ts';
import * as waiting from './waitlists.ts';
import {
  type Callers,
  isExpectedFailure,
  openWorld,
  publishFullRefunds,
  publishOtherRules,
  type World,
} from './world.ts';

/** Kills a connection in the middle of a transaction. The transaction is rolled back, and its caller may try again. */
const killConnection: selling.Step = ({ db }) => db.sql`
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and usename = current_user and state = 'active' and pid <> pg_backend_pid()
    and query like 'select public.%'
  limit 1`;

export type WeightedStep = readonly [times: number, step: selling.Step];

/** Every kind of step. A step with a higher number is picked more often. */
export const usualSteps: readonly WeightedStep[] = [
  [5, selling.holdOrder],
  [2, selling.holdTrialOfKnownChild],
  [5, selling.openRandomPaymentPage],
  [4, selling.payCheckout],
  [3, selling.buyNewest],
  [3, selling.payLate],
  [1, selling.renewHold],
  [1, selling.releaseOrder],
  [1, selling.expirePaymentPage],
  [4, selling.expireHold],
  [2, selling.runChores],
  [4, waiting.joinWaitlist],
  [1, waiting.acceptOffer],
  [3, waiting.takeOfferedSpots],
  [1, waiting.declineOffer],
  [3, waiting.letOfferExpire],
  [1, waiting.restoreOffer],
  [1, waiting.changeCapacity],
  [2, after.cancelLines],
  [1, after.moveLine],
  [1, after.bookWithPass],
  [1, after.cancelPassBooking],
  [2, after.upgradeCamp],
  [6, after.resolveLatePayment],
  [1, after.placeCredit],
  [1, after.sendRefunds],
  [2, staff.cancelSessionOrCamp],
  [1, staff.resolveCancelledByUs],
  [2, staff.sellAtDesk],
  [1, staff.payRefundAtDesk],
  [2, disputes.openDispute],
  [2, disputes.endDispute],
  [1, disputes.decideDispute],
  [2, credits.bookSession],
  [1, credits.cancelBooking],
  [1, credits.rescheduleBooking],
  [1, credits.markAttended],
  [1, credits.claimMakeUp],
  [1, credits.grantCredit],
  [1, credits.moveCredit],
  [1, credits.pausePass],
  [2, family.linkPurchases],
  [1, family.answerProposal],
  [1, family.mergeFamilies],
  [1, family.eraseFamily],
  [1, family.readAndPurge],
  [2, management.cancelSessionAndCamp],
  [2, management.refundByHand],
  [1, management.addSpots],
  [1, management.removeFromWaitlist],
  [1, publishOtherRules],
  [1, selling.payMismatched],
  [2, provider.refundInDashboard],
  [1, staff.decideMismatchedCharge],
  [2, staff.decideExternalRefund],
  [2, renewals.subscribe],
  [2, renewals.payRenewal],
  [1, renewals.endSubscriptions],
  [1, killConnection],
];

const ROUNDS = 12;
const AT_ONCE = 4;

/**
 * Runs a history in its own world and returns the discrepancies that it found. Calls may be
 * refused, but any other error fails the test.
 */
export async function playHistory(
  db: TestDatabase,
  callers: Callers,
  seed: number,
  weightedSteps: readonly WeightedStep[] = usualSteps,
): Promise<Discrepancy[]> {
  const steps = weightedSteps.flatMap(([times, step]) => Array<selling.Step>(times).fill(step));
  const pick = createRandomPick(seed);
  const world = await openWorld(db, callers, pick);
  for (let round = 0; round < ROUNDS; round++) {
    const chosen = Array.from({ length: AT_ONCE }, () => oneOf(pick, steps));
    const outcomes = await Promise.allSettled(chosen.map((step) => step(world)));
    throwFirstFault(callers);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throwUnlessExpected(outcome.reason);
    const discrepancies = [...world.discrepancies, ...(await findDiscrepanciesNow(db))];
    if (discrepancies.length > 0) return discrepancies;
  }
  await finishHistory(world);
  throwFirstFault(callers);
  if (!world.hasFullRefunds) await publishFullRefunds(world);
  return [...(await findDiscrepanciesAtEnd(db)), ...(await judgeFromOutside(world))];
}

/** Reports every charge again and runs the maintenance. No connection is killed any more. */
async function finishHistory(world: World): Promise<void> {
  for (const step of [
    selling.reportAllCharges,
    disputes.endDisputesThatBlockRefunds,
    selling.runChores,
    provider.finishRefunds,
    staff.payAllRefundsAtDesk,
  ])
    await repeatUntilAnswered(world, step);
}

/** The first call may fail because its connection was killed before. Then the step is repeated, as Stripe would do. */
async function repeatUntilAnswered(world: World, step: selling.Step, tries = 8): Promise<unknown> {
  return step(world).catch((reason: unknown) => {
    throwUnlessExpected(reason);
    if (tries === 0) throw reason;
    return repeatUntilAnswered(world, step, tries - 1);
  });
}

function throwUnlessExpected(reason: unknown): void {
  if (!isExpectedFailure(reason)) throw reason;
}

/**
 * Throws the first unexpected error that `connect` collected. A step with two equal calls only throws if both fail, so
 * it would hide the error of one.
 */
function throwFirstFault({ faults }: Callers): void {
  const [fault] = faults;
  if (fault) throw new Error(`${fault.name}: ${String(fault.reason)}`, { cause: fault.reason });
}

import type { TestDatabase } from '../database.ts';
import * as after from './after.ts';
import * as credits from './credits.ts';
import * as disputes from './disputes.ts';
import * as family from './family.ts';
import * as management from './management.ts';
import { discrepanciesAtEnd, discrepanciesNow, type Discrepancy } from './judge.ts';
import { oneOf, randomFrom } from './random.ts';
import { judgeFromOutside } from './oracle.ts';
import * as provider from './provider.ts';
import * as renewals from './renewals.ts';
import * as selling from './selling.ts';
import * as staff from './staff.ts';
import * as waiting from './waiting.ts';
import {
  type Callers,
  isExpectedFailure,
  openWorld,
  publishKind,
  publishOthers,
  type World,
} from './world.ts';

/** Kills a connection during its work, which is rolled back and may be requested again. */
const kill: selling.Step = ({ db }) => db.sql`
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and usename = current_user and state = 'active' and pid <> pg_backend_pid()
    and query like 'select public.%'
  limit 1`;

export type Often = readonly [times: number, step: selling.Step];

/** How often each step happens in relation to the others. */
export const usual: readonly Often[] = [
  [5, selling.hold],
  [2, selling.holdKnown],
  [5, selling.goToPay],
  [4, selling.pay],
  [3, selling.buy],
  [3, selling.payLate],
  [1, selling.renew],
  [1, selling.leave],
  [1, selling.sessionExpires],
  [4, selling.lapse],
  [2, selling.chores],
  [4, waiting.join],
  [1, waiting.accept],
  [3, waiting.takeTurn],
  [1, waiting.decline],
  [3, waiting.letOfferExpire],
  [1, waiting.restore],
  [1, waiting.changeCapacity],
  [2, after.cancel],
  [1, after.move],
  [1, after.bookMore],
  [1, after.giveBackOne],
  [2, after.upgrade],
  [6, after.chooseLate],
  [1, after.place],
  [1, after.sendRefunds],
  [2, staff.cancelSession],
  [1, staff.resolveCancelledByUs],
  [2, staff.sellAtDesk],
  [1, staff.settleAtDesk],
  [2, disputes.open],
  [2, disputes.end],
  [1, disputes.decide],
  [2, credits.book],
  [1, credits.cancel],
  [1, credits.reschedule],
  [1, credits.markAttended],
  [1, credits.makeUp],
  [1, credits.adjust],
  [2, family.link],
  [1, family.decide],
  [1, family.merge],
  [1, family.erase],
  [1, family.readAndPurge],
  [2, management.cancelDay],
  [2, management.refundByHand],
  [1, management.addPlaces],
  [1, management.takeOff],
  [1, publishOthers],
  [1, selling.payMismatched],
  [2, provider.refundInDashboard],
  [1, staff.decideCharge],
  [2, staff.decideRefund],
  [2, renewals.subscribe],
  [2, renewals.renew],
  [1, renewals.end],
  [1, kill],
];

const ROUNDS = 12;
const AT_ONCE = 4;

/** Plays a history in its own world and returns what must not happen. Refusals are allowed, other errors are not. */
export async function play(
  db: TestDatabase,
  callers: Callers,
  seed: number,
  often: readonly Often[] = usual,
): Promise<Discrepancy[]> {
  const steps = often.flatMap(([times, step]) => Array<selling.Step>(times).fill(step));
  const pick = randomFrom(seed);
  const world = await openWorld(db, callers, pick);
  for (let round = 0; round < ROUNDS; round++) {
    const chosen = Array.from({ length: AT_ONCE }, () => oneOf(pick, steps));
    const outcomes = await Promise.allSettled(chosen.map((step) => step(world)));
    mustBeFaultless(callers);
    for (const outcome of outcomes) if (outcome.status === 'rejected') mustBeLife(outcome.reason);
    const discrepancies = [...world.odd, ...(await discrepanciesNow(db))];
    if (discrepancies.length > 0) return discrepancies;
  }
  await settle(world);
  mustBeFaultless(callers);
  if (!world.isKind) await publishKind(world);
  return [...(await discrepanciesAtEnd(db)), ...(await judgeFromOutside(world))];
}

/** From now on no connection is killed. Every charge is reported again, and the maintenance runs. */
async function settle(world: World): Promise<void> {
  for (const step of [
    selling.reportAll,
    disputes.endWaiting,
    selling.chores,
    provider.finishRefunds,
    staff.settleAllAtDesk,
  ])
    await repeatUntilAnswered(world, step);
}

/** A connection that was killed last may only be noticed now, so the step is repeated as the provider would. */
async function repeatUntilAnswered(world: World, step: selling.Step, tries = 8): Promise<unknown> {
  return step(world).catch((reason: unknown) => {
    mustBeLife(reason);
    if (tries === 0) throw reason;
    return repeatUntilAnswered(world, step, tries - 1);
  });
}

function mustBeLife(reason: unknown): void {
  if (!isExpectedFailure(reason)) throw reason;
}

/** If one of two equal calls is refused, an error of the other must still be found. */
function mustBeFaultless({ faults }: Callers): void {
  const [fault] = faults;
  if (fault) throw new Error(`${fault.name}: ${String(fault.reason)}`, { cause: fault.reason });
}

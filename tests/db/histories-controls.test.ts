import { expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as after from '#support/histories/after-sale.ts';
import * as credits from '#support/histories/credits.ts';
import * as disputes from '#support/histories/disputes.ts';
import { type WeightedStep, playHistory, usualSteps } from '#support/histories/run.ts';
import * as selling from '#support/histories/selling.ts';
import * as staff from '#support/histories/staff.ts';
import * as waiting from '#support/histories/waitlists.ts';
import { connectCallers, publishAll, publishOtherRules } from '#support/histories/world.ts';

const MOST = 200;

/** Replaces pieces of a function's source, and fails if a piece is not found. */
async function rewrite(db: TestDatabase, name: string, ...changes: [part: string | RegExp, by: string][]) {
  const [row] = await db.sql<{ body: string }[]>`select pg_get_functiondef(${name}::regprocedure) as body`;
  let body = row?.body ?? '';
  for (const [part, by] of changes) {
    const changed = body.replace(part, by);
    expect(changed, `${name} has no ${String(part)}`).not.toBe(body);
    body = changed;
  }
  await db.sql.unsafe(body);
}

/** Replaces the body of a function by one that only returns. */
const disable = (db: TestDatabase, name: string, answer = '') =>
  rewrite(db, name, [/begin[\s\S]*end;/i, `begin return ${answer}; end;`]);

/** The usual steps, with more families that wait and more spots that become free than a usual history has. */
const queues: WeightedStep[] = [
  ...usualSteps,
  [12, selling.holdOrder],
  [12, waiting.joinWaitlist],
  [12, selling.expireHold],
  [6, selling.runChores],
];

/** These steps book, use and cancel passes. */
const usedPasses: WeightedStep[] = [
  [6, selling.holdOrder],
  [8, selling.buyNewest],
  [8, credits.bookSession],
  [6, credits.markAttended],
  [8, after.cancelLines],
];

/**
 * Each control removes something that a guarantee depends on. The histories must then find a fault, because otherwise
 * they would not prove the guarantee. If the usual steps would find the fault too late, the last entry replaces them by
 * a few kinds of steps that are repeated often.
 */
const controls: [
  guarantee: string,
  sabotage: (db: TestDatabase) => Promise<unknown>,
  rules: string[],
  often?: readonly WeightedStep[],
][] = [
  [
    'spots are sold under their lock',
    async (db) => {
      await disable(db, 'private.lock_places(uuid[], uuid[])');
      // This delay between counting and writing imitates a busy day.
      await rewrite(db, 'private.write_lines(uuid, jsonb, jsonb, uuid)', [
        /\nbegin/i,
        '\nbegin perform pg_sleep(0.02);',
      ]);
    },
    ['session_oversold', 'camp_oversold', 'rung_oversold', 'rebate_oversold'],
    [
      [20, selling.holdOrder],
      [2, selling.buyNewest],
      [2, selling.releaseOrder],
    ],
  ],
  [
    'offered spots count as taken',
    (db) => disable(db, 'private.places_offered(uuid, uuid, timestamptz)', '0'),
    ['session_oversold', 'camp_oversold'],
    [
      [10, selling.holdOrder],
      [12, waiting.joinWaitlist],
      [12, selling.expireHold],
      [6, selling.runChores],
      [4, waiting.takeOfferedSpots],
      [4, selling.buyNewest],
    ],
  ],
  [
    'a charge is recorded once, however often it is reported',
    async (db) => {
      await db.sql`
        alter table public.payments drop constraint payments_payment_intent_key, drop constraint payments_session_id_key`;
      await rewrite(db, 'public.confirm_order(jsonb)', ['on conflict (event_id) do nothing', '']);
      await db.sql`alter table public.payment_events drop constraint payment_events_pkey`;
    },
    ['charge_recorded_twice'],
  ],
  [
    'a paid order is not paid by another charge',
    async (db) => {
      await rewrite(db, 'private.apply_payment(public.payments, public.orders)', [
        /if p_order\.status in \('paid', 'paid_late'\)/,
        'if false',
      ]);
      // A unique index also guards camps, because it allows only one enrolment of a line.
      await db.sql`drop index camp_enrollments_line_once`;
      // This constraint would refuse to sell a line that was moved.
      await db.sql`alter table public.order_lines drop constraint order_lines_check`;
    },
    // The second charge also makes the line ledger differ, and a history stops at the first fault that it finds.
    ['order_paid_twice', 'ledger_differs_from_charge'],
  ],
  [
    'a rung counts the holds on it',
    (db) =>
      rewrite(db, 'private.camp_lines_taken(uuid, text, timestamptz, uuid)', [
        'and expires_at > p_at',
        "and expires_at > p_at + interval '1 year'",
      ]),
    ['rung_oversold', 'rebate_oversold'],
  ],
  [
    'a try-out is claimed',
    (db) => disable(db, 'private.claim_trial(uuid, timestamptz, text)', 'null'),
    ['tried_twice'],
    [
      [4, selling.holdOrder],
      [6, selling.holdTrialOfKnownChild],
      [6, selling.openRandomPaymentPage],
      [6, selling.payCheckout],
    ],
  ],
  [
    'a credit is counted before it is spent',
    async (db) => {
      await db.sql`drop trigger keep_balance on public.credit_ledger`;
      await rewrite(db, 'private.credits_left(uuid)', ['sum(delta)', 'sum(delta) + 5']);
    },
    ['credits_below_zero'],
    [
      [6, selling.holdOrder],
      [8, selling.buyNewest],
      [12, credits.bookSession],
      [2, credits.grantCredit],
      [2, credits.markAttended],
      [2, credits.claimMakeUp],
    ],
  ],
  [
    'a pass that is used gives back the rest alone',
    (db) =>
      rewrite(db, 'private.refund_at(private.refund_basis, timestamptz)', [
        'else unused end',
        'else p_basis.granted end',
      ]),
    ['used_and_refunded'],
    usedPasses,
  ],
  [
    'what is ahead goes with its pass',
    (db) =>
      rewrite(db, 'private.free_line(public.order_lines, timestamptz)', [
        'where not b.is_spent',
        'where false',
      ]),
    ['cancelled_with_credits'],
    usedPasses,
  ],
  [
    'all lines or none',
    (db) =>
      rewrite(db, 'private.answer_hold_order(jsonb)', [
        "if p_order -> 'split' = 'true' then",
        'if true then',
      ]),
    ['siblings_apart'],
  ],
  [
    'a move carries over only what is still there',
    async (db) => {
      await disable(db, 'private.can_transfer_balance(uuid)', 'true');
      // A check of the table is a second guard against a price below zero.
      await db.sql`alter table public.order_lines drop constraint order_lines_price_cents_check`;
    },
    ['place_transferred_twice'],
    [
      [4, selling.holdOrder],
      [12, selling.buyNewest],
      [30, after.upgradeCamp],
      [10, selling.openRandomPaymentPage],
      [10, selling.payCheckout],
      [6, after.cancelLines],
    ],
  ],
  [
    'a move that is paid for has the terms of its sale',
    (db) =>
      rewrite(
        db,
        'private.create_upgrade_order(public.orders, public.order_lines, jsonb, jsonb, timestamptz)',
        ['p_request, p_price, p_old_line.terms_id', 'p_request, p_price'],
      ),
    ['terms_of_another_sale'],
    [
      [4, selling.holdOrder],
      [12, selling.buyNewest],
      [20, after.upgradeCamp],
      [4, publishOtherRules],
    ],
  ],
  [
    'nobody waits for what was called off',
    (db) => disable(db, 'private.cancel_waiting_by_staff(uuid, uuid, text)', '0'),
    ['offered_after_cancelled_by_us'],
    [
      [4, selling.buyNewest],
      [8, selling.holdOrder],
      [12, waiting.joinWaitlist],
      [6, selling.expireHold],
      [4, staff.cancelSessionOrCamp],
      [4, selling.runChores],
    ],
  ],
  [
    'what the bank took back buys nothing',
    (db) => disable(db, 'private.refuse_lost(uuid, text)'),
    ['chosen_after_lost'],
    // The fault needs four steps in a row on one order, which rarely happen among all kinds of steps.
    [
      [10, selling.payLate],
      [4, selling.holdOrder],
      [6, selling.openRandomPaymentPage],
      [10, disputes.openDispute],
      [14, disputes.endDispute],
      [6, after.resolveLatePayment],
    ],
  ],
  [
    'a sale at the desk has one key',
    (db) =>
      rewrite(db, 'private.answer_sell_at_desk(jsonb)', [
        "v_charge constant text := 'desk:' || lower(p_sale ->> 'key')",
        "v_charge constant text := 'desk:' || gen_random_uuid()",
      ]),
    ['sold_twice_at_desk'],
    [...usualSteps, [8, staff.sellAtDesk]],
  ],
  [
    'a freed spot is offered',
    (db) => disable(db, 'private.offer_places(uuid, uuid)', '0'),
    ['freed_place_lost'],
    queues,
  ],
];

test.each(controls)(
  'control: %s',
  async (_, sabotage, rules, often) => {
    const open = async () => {
      const db = await createDatabase();
      await publishAll(db);
      await sabotage(db);
      const callers = await connectCallers(db);
      return {
        db,
        callers,
        close: () => callers.close().then(() => db.drop()),
      };
    };
    const found = new Set<string>();
    const isFound = () => rules.some((rule) => found.has(rule));
    let world = await open();
    for (let seed = 1; seed <= MOST && !isFound(); seed++) {
      // A constraint of the database may refuse the sabotaged step and end that history early.
      const faults = await playHistory(world.db, world.callers, seed, often).catch((error: unknown) => [
        { rule: String(error), subject: '', details: null },
      ]);
      for (const { rule } of faults) found.add(rule);
      if (faults.length === 0 || isFound()) continue;
      // Another fault came first, and would end every later history at its start.
      await world.close();
      world = await open();
    }
    await world.close();
    expect(isFound(), `found ${[...found].join()}`).toBe(true);
  },
  180_000,
);

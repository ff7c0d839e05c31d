/**
 * Families for whose children a guest enters details, which become proposals that a parent accepts or declines.
 */
import { expect } from 'vitest';
import type { Caller, TestDatabase } from './database.ts';
import * as camps from './sql-camps.ts';
import { makeParent, saveChild } from './sql-details.ts';
import * as orders from './sql-orders.ts';
import { childAged8 } from './sql-orders.ts';
import * as shop from './sql-selling.ts';
import { rpc } from './sql.ts';

export const nanny = { name: 'The nanny', relationship: 'nanny', phone: '+6561110003' };
export const stranger = { name: 'A stranger', relationship: 'uncle', phone: '+6598760009' };

export async function makeFamily(db: TestDatabase, mark: string) {
  const email = `${mark}@example.test`;
  const who = await makeParent(db, email);
  const child = await saveChild(db, who, {
    ...childAged8(`Kai ${mark}`),
    health: { allergies: 'Peanuts' },
    emergency_contacts: [{ ...nanny, name: 'The aunt' }],
    pickup_authorizations: [nanny],
  });
  const photo = { p_purpose: 'photo', p_given: false, p_version: 1, p_child_id: child.id };
  await rpc(db, who, 'record_consent', photo);
  return { email, who, child, familyId: child.family_id };
}

/** Somebody who knows an address and a child's name and birthday buys for S$38. */
export async function buyAsGuest(db: TestDatabase, email: string, name: string, childDetails: object = {}) {
  const camp = await camps.makeCamp(db);
  const order = await orders.hold(db, { lines: [orders.campLine(camp)] });
  const details = orders.orderDetails(
    [
      childAged8(name, {
        allergies: 'None',
        pickup_authorizations: [stranger],
        emergency_contacts: [stranger],
        ...childDetails,
      }),
    ],
    { consents: { ...shop.details.consents, photo: true, marketing: true } },
  );
  const parent = { ...shop.details.parent, email };
  expect(await orders.payOrder(db, order, { ...details, parent })).toBe('confirmed');
  const [row] = await db.sql<[{ family_id: string; child_id: string; id: string }]>`
    select o.id, o.family_id, c.child_id from public.orders o join public.order_children c on c.order_id = o.id
    where o.secret = ${order.secret}`;
  return { camp, orderId: row.id, guestFamily: row.family_id, guestChild: row.child_id };
}

interface OnRoster {
  child_id: string;
  name: string;
  health: { state: string; allergies: string[]; unconfirmed: { field: string; text: string }[] };
  pickup_authorizations: { name: string }[];
}
export async function readRoster(db: TestDatabase, admin: Caller, camp: string): Promise<OnRoster[]> {
  const [{ day }] = await db.sql<[{ day: string }]>`
    select start_date::text as day from public.camp_weeks where id = ${camp}`;
  const roster = await rpc<{ camp_id: string; children: OnRoster[] }[]>(db, admin, 'get_roster', {
    p_date: day,
  });
  return roster.find(({ camp_id }) => camp_id === camp)?.children ?? [];
}

interface Proposal {
  id: string;
  kind: string;
  field: string | null;
  value: unknown;
  child_id: string | null;
}
export const readProposals = async (db: TestDatabase, who: Caller): Promise<Proposal[]> => [
  ...(await db.as(
    who,
    (sql) => sql<Proposal[]>`
    select id, kind, field, value, child_id from public.family_proposals order by kind, field`,
  )),
];
export const findProposal = (list: Proposal[], kind: string, field: string | null = null) => {
  const found = list.find((proposal) => proposal.kind === kind && proposal.field === field);
  if (!found) throw new Error(`no proposal ${kind} ${field ?? ''}`);
  return found;
};

/** Accepts as `who` all proposals that `reader` is shown. */
export const acceptAll = async (db: TestDatabase, who: Caller, reader: Caller = who) =>
  rpc(db, who, 'accept_proposals', { p_ids: (await readProposals(db, reader)).map(({ id }) => id) });
export const readCollectors = async (db: TestDatabase, admin: Caller, camp: string) =>
  (await readRoster(db, admin, camp)).map(({ pickup_authorizations }) =>
    pickup_authorizations.map(({ name }) => name),
  );

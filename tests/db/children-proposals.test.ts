import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller, TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as camps from '#support/sql-camps.ts';
import { saveChild, saveProfile, signedIn } from '#support/sql-details.ts';
import * as orders from '#support/sql-orders.ts';
import { childAged8 } from '#support/sql-orders.ts';
import { mergeFamilies } from '#support/sql-people.ts';
import { purge } from '#support/sql-privacy.ts';
import { makeUser, refusal, rpc, sqlState, visitor } from '#support/sql.ts';
import {
  buyAsGuest,
  makeFamily,
  nanny,
  findProposal,
  readProposals,
  readRoster,
  stranger,
} from '#support/sql-proposals.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await orders.openShop();
  await camps.publish(db, orders.tryOutOffer, camps.tierOffer('spark'));
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
});
afterAll(() => db.drop());
const detailsOfChild = (who: Caller, id: string) => rpc(db, who, 'get_child_details', { p_child_id: id });
const link = (who: Caller) => rpc(db, who, 'link_purchases');
const accept = (who: Caller, id: string) => rpc(db, who, 'accept_proposal', { p_id: id });
const decline = (who: Caller, id: string) => rpc(db, who, 'decline_proposal', { p_id: id });

describe('a guest’s order with a parent’s address', () => {
  test.each(['younger', 'older'])(
    'the order changes nothing that the family entered for its child (the order is %s)',
    async (age) => {
      const home = await makeFamily(db, `kept-${age}`);
      const bought = await buyAsGuest(db, home.email, ` kai KEPT-${age}`);
      if (age === 'older')
        await db.sql`update public.children set created_at = '2020-01-01' where id = ${bought.guestChild}`;
      await link(home.who);
      expect(await detailsOfChild(home.who, home.child.id)).toMatchObject({
        health: { allergies: 'Peanuts' },
        emergency_contacts: [{ name: 'The aunt' }],
        pickup_authorizations: [nanny],
        photo_consent: false,
      });
      expect(await readRoster(db, admin, bought.camp)).toMatchObject([
        {
          child_id: home.child.id,
          health: { allergies: ['Peanuts'], unconfirmed: [{ field: 'allergies', text: 'None' }] },
          pickup_authorizations: [nanny],
        },
      ]);
      const marketing = await db.as(
        home.who,
        (sql) => sql`
      select given from public.current_consents where purpose = 'marketing'`,
      );
      expect([...marketing]).toEqual([{ given: false }]);
    },
  );

  test('only the parents see the differences as proposals, and they decide each of them', async () => {
    const home = await makeFamily(db, 'decide');
    const other = await makeFamily(db, 'other');
    await buyAsGuest(db, home.email, 'Kai decide', { allergies: 'Peanuts, and bees' });
    await link(home.who);
    const list = await readProposals(db, home.who);
    expect(list.map(({ kind, field }) => [kind, field])).toEqual([
      ['consent', 'activity'],
      ['consent', 'marketing'],
      ['consent', 'photo'],
      ['emergency_contact', null],
      ['health', 'allergies'],
      ['pickup_authorization', null],
    ]);
    expect(await readProposals(db, other.who)).toEqual([]);
    expect(await sqlState(db.as(visitor, (sql) => sql`select from public.family_proposals`))).toBe('42501');
    const bees = findProposal(list, 'health', 'allergies');
    expect(await refusal(accept(other.who, bees.id))).toMatchObject({
      code: 'proposal_not_found',
      field: 'p_id',
    });
    expect(await refusal(decline(admin, bees.id))).toMatchObject({ code: 'proposal_not_found' });
    expect(await accept(home.who, bees.id)).toEqual({ id: bees.id, accepted: true });
    await decline(home.who, findProposal(list, 'pickup_authorization').id);
    await accept(home.who, findProposal(list, 'emergency_contact').id);
    await accept(home.who, findProposal(list, 'consent', 'photo').id);
    expect(await detailsOfChild(home.who, home.child.id)).toMatchObject({
      health: { allergies: 'Peanuts\nPeanuts, and bees' },
      emergency_contacts: [{ name: 'The aunt' }, stranger],
      pickup_authorizations: [nanny],
      photo_consent: true,
    });
    expect(await refusal(accept(home.who, bees.id))).toMatchObject({ code: 'proposal_not_found' });
    expect((await readProposals(db, home.who)).map(({ field }) => field)).toEqual(['activity', 'marketing']);
  });

  test('coaches see a proposed allergy until it is decided, even if the family entered none', async () => {
    const home = await makeFamily(db, 'bees');
    await saveChild(db, home.who, { id: home.child.id, health: { allergies: null } });
    const bought = await buyAsGuest(db, home.email, 'Kai bees', { allergies: 'Bees' });
    await link(home.who);
    expect(await readRoster(db, admin, bought.camp)).toMatchObject([
      { health: { state: 'unknown', unconfirmed: [{ field: 'allergies', text: 'Bees' }] } },
    ]);
    await decline(home.who, findProposal(await readProposals(db, home.who), 'health', 'allergies').id);
    expect(await readRoster(db, admin, bought.camp)).toMatchObject([
      { health: { state: 'unknown', unconfirmed: [] } },
    ]);
  });

  test('a list never has more than six entries', async () => {
    const home = await makeFamily(db, 'six');
    const six = Array.from({ length: 6 }, (_, n) => ({ ...nanny, name: `Nanny ${n}` }));
    await saveChild(db, home.who, { id: home.child.id, pickup_authorizations: six });
    await buyAsGuest(db, home.email, 'Kai six');
    await link(home.who);
    const full = findProposal(await readProposals(db, home.who), 'pickup_authorization');
    expect(await refusal(accept(home.who, full.id))).toMatchObject({ code: 'list_full' });
  });
});

describe('a child in the order whom the family does not have', () => {
  test('the child is on the roster with its health details, and only people named in the order may collect it until a parent confirms it', async () => {
    const home = await makeFamily(db, 'new');
    await saveProfile(db, home.who, { pickup_authorizations: [{ name: 'Granny' }] });
    const bought = await buyAsGuest(db, home.email, 'Lea new', { allergies: 'Eggs' });
    await link(home.who);
    const details = {
      child_id: bought.guestChild,
      name: 'Lea new',
      health: { state: 'unknown', unconfirmed: [{ field: 'allergies', text: 'Eggs' }] },
    };
    expect(await readRoster(db, admin, bought.camp)).toMatchObject([
      { ...details, pickup_authorizations: [stranger] },
    ]);
    const list = await readProposals(db, home.who);
    const person = findProposal(list, 'person');
    expect(person.value).toEqual({ name: 'Lea new', dob: '2081-05-01' });
    await accept(home.who, person.id);
    await accept(home.who, findProposal(list, 'health', 'allergies').id);
    expect(await readRoster(db, admin, bought.camp)).toMatchObject([
      {
        health: { state: 'reported', allergies: ['Eggs'], unconfirmed: [] },
        pickup_authorizations: [stranger, { name: 'Granny' }],
      },
    ]);
    await decline(home.who, findProposal(list, 'pickup_authorization').id);
    expect(await readRoster(db, admin, bought.camp)).toMatchObject([
      { pickup_authorizations: [{ name: 'Granny' }] },
    ]);
  });

  test('the child keeps its spot and its health details on the roster when a parent declines it', async () => {
    const home = await makeFamily(db, 'never');
    const bought = await buyAsGuest(db, home.email, 'Lea never', { allergies: 'Eggs' });
    await link(home.who);
    await decline(home.who, findProposal(await readProposals(db, home.who), 'person').id);
    const board = await rpc<{ children: { name: string }[] }>(db, home.who, 'get_family_dashboard');
    expect(board.children.map(({ name }) => name)).toEqual(['Kai never']);
    expect(await readRoster(db, admin, bought.camp)).toMatchObject([
      {
        name: 'Lea never',
        pickup_authorizations: [],
        health: { unconfirmed: [{ field: 'allergies', text: 'Eggs' }] },
      },
    ]);
    expect((await readProposals(db, home.who)).filter(({ kind }) => kind !== 'consent')).toMatchObject([
      { kind: 'health' },
    ]);
  });

  test('the child does not count for the family’s limit, and becomes theirs when a parent adds details', async () => {
    const home = await makeFamily(db, 'full');
    await db.sql`update public.settings set children_max = 2`;
    await buyAsGuest(db, home.email, 'Lea full');
    await link(home.who);
    const { id } = await saveChild(db, home.who, childAged8('Second full'));
    expect(id).toBeTruthy();
    expect(await refusal(saveChild(db, home.who, childAged8('Third full')))).toMatchObject({
      code: 'too_many_children',
    });
    await db.sql`update public.settings set children_max = 12`;
    const [proposed] = await readProposals(db, home.who).then((list) =>
      list.filter(({ kind }) => kind === 'person'),
    );
    await saveChild(db, home.who, { id: proposed?.child_id, shirt_size: 'S' });
    const [row] = await db.sql`select status from public.children where id = ${proposed?.child_id ?? ''}`;
    expect(row).toEqual({ status: 'own' });
  });
});

describe('staff merge two families', () => {
  test('the details of the family that stays count, and differences become proposals', async () => {
    const home = await makeFamily(db, 'stays');
    const bought = await buyAsGuest(db, 'somebody@example.test', 'Kai stays');
    await mergeFamilies(db, admin, bought.guestFamily, home.familyId);
    expect(await readRoster(db, admin, bought.camp)).toMatchObject([
      { health: { allergies: ['Peanuts'] }, pickup_authorizations: [nanny] },
    ]);
    expect(await detailsOfChild(home.who, home.child.id)).toMatchObject({ photo_consent: false });
    // The link in the guest's mail opens the order that it was mailed for, and changes nothing else of the family.
    const p_access = await afterSale.readLink(db, bought.orderId);
    const p_details = { allergies: 'Wasps', pickup_authorizations: [stranger] };
    await rpc(db, visitor, 'save_order_child', { p_access, p_child: 0, p_details });
    expect(await readRoster(db, admin, bought.camp)).toMatchObject([
      { health: { allergies: ['Peanuts'] }, pickup_authorizations: [nanny] },
    ]);
  });

  test('staff cannot keep a guest’s family as the remaining one', async () => {
    const home = await makeFamily(db, 'goes');
    const bought = await buyAsGuest(db, 'somebody@example.test', 'Kai goes');
    const merge = mergeFamilies(db, admin, home.familyId, bought.guestFamily);
    expect(await refusal(merge)).toMatchObject({ code: 'invalid_input', field: 'p_into' });
  });
});

test('a guest who buys for the first time gets a new family with the details of the order', async () => {
  const bought = await buyAsGuest(db, 'first@example.test', 'Lou first', { allergies: 'Milk' });
  expect(await readRoster(db, admin, bought.camp)).toMatchObject([
    {
      name: 'Lou first',
      pickup_authorizations: [stranger],
      health: { state: 'reported', allergies: ['Milk'], unconfirmed: [] },
    },
  ]);
});

test('proposals are exported and erased with the family, and are purged if nobody decides', async () => {
  const home = await makeFamily(db, 'papers');
  const bought = await buyAsGuest(db, home.email, 'Kai papers');
  await link(home.who);
  const open = (await readProposals(db, home.who)).length;
  const papers = await rpc<{ proposals: unknown[] }>(db, home.who, 'export_family');
  expect(papers.proposals).toHaveLength(open);
  await db.sql`update public.family_proposals set created_at = now() - interval '2 years' where family_id = ${home.familyId}`;
  // The child still has a spot, so the proposal about its health is kept.
  await purge(db);
  expect((await readProposals(db, home.who)).filter(({ kind }) => kind === 'health')).toHaveLength(1);
  await db.sql`update public.camp_enrollments set status = 'cancelled' where camp_id = ${bought.camp}`;
  await purge(db);
  expect(await readProposals(db, home.who)).toEqual([]);
  await buyAsGuest(db, home.email, 'Kai papers', { allergies: 'Bees' });
  await link(home.who);
  await db.sql`update public.camp_enrollments set status = 'cancelled' where family_id = ${home.familyId}`;
  await rpc(db, admin, 'erase_family', { p_family_id: home.familyId });
  expect(await db.sql`select from public.family_proposals where family_id = ${home.familyId}`).toHaveLength(
    0,
  );
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { FamilyDashboard } from '#contract/family.ts';
import type { Caller, TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { makeParent, saveProfile } from '#support/sql-details.ts';
import * as orders from '#support/sql-orders.ts';
import { acceptAll, buyAsGuest } from '#support/sql-proposals.ts';
import * as shop from '#support/sql-selling.ts';
import { rpc } from '#support/sql.ts';

// Tests that a parent who signs up after a checkout is not asked again for what was answered there.

let db: TestDatabase;
beforeAll(async () => {
  db = await orders.openShop();
  await camps.publish(db, orders.tryOutOffer, camps.tierOffer('spark'));
});
afterAll(() => db.drop());

const link = (who: Caller) => rpc(db, who, 'link_purchases');

describe('the parent of a new account', () => {
  const makeNamedParent = async (mark: string, name: string) => {
    const email = `${mark}@example.test`;
    const who = await makeParent(db, email);
    await db.sql`update public.profiles set name = ${name} where email = ${email}`;
    return { email, who };
  };
  const profileOf = (who: Caller) => rpc(db, who, 'get_parent_profile');
  const readNotes = async (who: Caller) =>
    v
      .parse(FamilyDashboard, await rpc(db, who, 'get_family_dashboard'))
      .notifications.map(({ kind }) => kind);

  test('the account has the name and number of the checkout, and is not asked again about health that was answered', async () => {
    const { email, who } = await makeNamedParent('parent-known', '');
    const details = { allergies: undefined, nothing_to_report: true };
    await buyAsGuest(db, email, 'Kai parent-known', details);
    await link(who);
    const { name, phone } = shop.details.parent;
    expect(await profileOf(who)).toMatchObject({ name, phone });
    expect(await readNotes(who)).not.toContain('child_details_missing');
    expect(await acceptAll(db, who)).toMatchObject({ left: 1 });
    expect(await readNotes(who)).not.toContain('child_details_missing');
  });

  test('the account keeps its own name and number', async () => {
    const { email, who } = await makeNamedParent('parent-own', 'Mei');
    await saveProfile(db, who, { phone: '+6598765432' });
    await buyAsGuest(db, email, 'Kai parent-own');
    await link(who);
    expect(await profileOf(who)).toMatchObject({ name: 'Mei', phone: '+6598765432' });
  });

  test('the account takes over no name or number if the orders differ', async () => {
    const { email, who } = await makeNamedParent('parent-differs', '');
    await buyAsGuest(db, email, 'Kai parent-differs');
    await buyAsGuest(db, email, 'Kai parent-differs');
    await db.sql`
      update public.families set contact_name = 'Somebody Else', contact_phone = '+6591112223' where id = (
        select id from public.families where contact_email = ${email} order by created_at desc limit 1)`;
    await link(who);
    expect(await profileOf(who)).toMatchObject({ name: '', phone: null });
  });
});

/** A parent enters who must never collect a child, and whether the child goes home alone. */
import { beforeEach, expect, it } from 'vitest';
import type { CollectionRules } from '#contract/pickup.ts';
import { createCollection } from '#features/family/parents/collection/collection.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { storeSession } from '#support/unit/auth-token.ts';

const browser = fakeBrowser();
beforeEach(() => storeSession({ id: 'parent' }));

const rules = (more: Partial<CollectionRules> = {}): CollectionRules => ({
  alone_from_age: 10,
  blocked: [],
  children: [
    {
      child_id: 'kai',
      name: 'Kai',
      may_go_alone: false,
      is_old_enough: true,
      decided_by: null,
      decided_at: null,
    },
  ],
  ...more,
});
const uncle: CollectionRules['blocked'][number] = {
  id: 'b1',
  child_id: null,
  child_name: null,
  name: 'Uncle Bad',
  note: null,
  added_by: 'Mei',
  added_at: '2026-11-20T02:00:00.000Z',
};

it('the store blocks a person for every child without a note, and shows the new list', async () => {
  browser.api.on('get_collection_rules', { body: rules() });
  browser.api.on('block_collector', { body: rules({ blocked: [uncle] }) });
  const collection = createCollection();
  await collection.open();
  expect(await collection.block({ name: ' Uncle Bad ', childId: '', note: ' ' })).toBe(true);
  expect(browser.api.named('block_collector')[0]?.body).toEqual({
    p_name: 'Uncle Bad',
    p_child_id: null,
    p_note: null,
  });
  expect(collection.$view.get()).toMatchObject({ rules: { blocked: [{ name: 'Uncle Bad' }] } });
  expect(collection.$outcome.get()).toMatchObject({ tone: 'calm' });
});

it('the store says why a parent cannot be blocked, and keeps the list', async () => {
  browser.api.on('get_collection_rules', { body: rules({ blocked: [uncle] }) });
  browser.api.on('block_collector', refusal('collector_is_parent', 409));
  const collection = createCollection();
  await collection.open();
  expect(await collection.block({ name: 'Ming', childId: 'kai', note: '' })).toBe(false);
  expect(collection.$outcome.get()).toMatchObject({
    tone: 'bad',
    text: expect.stringContaining('is a parent in your family') as string,
  });
  expect(collection.$view.get()).toMatchObject({ rules: { blocked: [{ id: 'b1' }] } });
});

it('the store reads the list again if the other parent has already removed the entry', async () => {
  browser.api.on('get_collection_rules', { body: rules({ blocked: [uncle] }) });
  const collection = createCollection();
  await collection.open();
  browser.api.on('unblock_collector', refusal('collector_not_found', 404));
  browser.api.on('get_collection_rules', { body: rules() });
  await collection.unblock('b1');
  expect(collection.$view.get()).toMatchObject({ rules: { blocked: [] } });
});

it('the store can try again after a failure', async () => {
  browser.api.on('get_collection_rules', 'network failure');
  const collection = createCollection();
  await collection.open();
  expect(collection.$view.get()).toEqual({ state: 'failed' });
  browser.api.on('get_collection_rules', { body: rules() });
  await collection.open();
  expect(collection.$view.get()).toMatchObject({ state: 'ready' });
});

/** On a family's page, health is read on request only, a note is sent once, and merging is confirmed. */
import { beforeEach, expect, it, vi } from 'vitest';
import type { StaffChildProfile } from '#contract/family-child.ts';
import type { FamilyPage, MergePreview } from '#contract/management-families.ts';
import { collectionMessages } from '#features/staff/families/child-messages.ts';
import * as api from '#features/staff/families/api.ts';
import { createFamilyDetailsStore } from '#features/staff/families/detail.ts';
import { createMerge } from '#features/staff/families/merge.ts';
import {
  latestConsents,
  linesOf,
  findNewParents,
  countNewProposals,
} from '#features/staff/families/model.ts';

vi.mock(import('#features/staff/families/api.ts'));

const [one, other] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
const page = (id: string) => ({ family: { family_id: id } }) as unknown as FamilyPage;
const child = {
  health: { allergies: 'Bees', medications: null, medical_clearance: false, doctor_phone: '+6562551234' },
  behaviour: { personality: 'Shy' },
  emergency_contacts: [{ name: 'Gran', relationship: null, phone: '+6591234567' }],
  pickup_authorizations: [],
  blocked_collectors: [],
  health_answer: { state: 'unknown', at: null, by: null },
  unconfirmed_health: [{ field: 'allergies', text: 'Nuts' }],
} as unknown as StaffChildProfile;

let address = '';
beforeEach(() => {
  vi.resetAllMocks();
  address = `?family=${one}`;
  vi.stubGlobal('location', {
    pathname: '/management/families',
    get search() {
      return address;
    },
  });
  const go = (_state: unknown, _title: string, to: string) => (address = to.slice(to.indexOf('?')));
  vi.stubGlobal('history', { state: null, pushState: go, replaceState: go });
  vi.stubGlobal('addEventListener', vi.fn());
  vi.stubGlobal('removeEventListener', vi.fn());
  vi.mocked(api.fetchFamily).mockImplementation((id) => Promise.resolve({ ok: true, value: page(id) }));
  vi.mocked(api.fetchChild).mockResolvedValue({ ok: true, value: child });
});
async function openFamily() {
  const family = createFamilyDetailsStore(() => undefined);
  family.watch();
  await vi.waitFor(() => expect(family.$view.get().state).toBe('ready'));
  return family;
}

it('the page reads health only on request, reads itself again for the log, and shows no health for another family', async () => {
  const family = await openFamily();
  expect(api.fetchChild).not.toHaveBeenCalled();
  await family.readChildHealth('kai');
  expect(family.$health.get().has('kai')).toBe(true);
  expect(api.fetchFamily).toHaveBeenCalledTimes(2);
  family.open(other);
  expect(family.$health.get().size).toBe(0);
});

it('the page shows that reading health was refused', async () => {
  const family = await openFamily();
  vi.mocked(api.fetchChild).mockResolvedValue({ ok: false, code: 'child_not_found' });
  await family.readChildHealth('kai');
  expect(family.$outcome.get()).toEqual({ state: 'refused', code: 'child_not_found' });
  expect(family.$health.get().size).toBe(0);
});

it('the page sends a note once for two clicks, and again under the same id after a lost answer', async () => {
  const family = await openFamily();
  vi.mocked(api.writeNote).mockResolvedValue({ ok: false, code: 'unexpected' });
  const [first, second] = [family.writeNote('n1', null, 'a'), family.writeNote('n1', null, 'a')];
  expect(await Promise.all([first, second])).toEqual([false, false]);
  expect(api.writeNote).toHaveBeenCalledOnce();
  vi.mocked(api.writeNote).mockResolvedValue({ ok: true, value: { notes: [] } });
  expect(await family.writeNote('n1', null, 'a')).toBe(true);
  expect(vi.mocked(api.writeNote).mock.calls.map(([id]) => id)).toEqual(['n1', 'n1']);
});

const side = (name: string, parents: string[] = [], proposals = 0) =>
  ({ family: { name }, parents: parents.map((id) => ({ id, name: id, email: null })), proposals }) as never;
const preview: MergePreview = {
  from: side('B'),
  into: side('A', ['p'], 1),
  after: side('A', ['p', 'q'], 3),
  children: [],
  fingerprint: 's1',
};

it('the page previews a merge first, and swaps the two if a guest’s family would remain', async () => {
  const merged = vi.fn();
  const merge = createMerge(one, merged);
  await merge.merge();
  expect(api.merge).not.toHaveBeenCalled();
  vi.mocked(api.previewMerge)
    .mockResolvedValueOnce({ ok: false, code: 'invalid_input', field: 'p_into' })
    .mockResolvedValueOnce({ ok: true, value: preview });
  await merge.choose(other);
  expect(vi.mocked(api.previewMerge).mock.calls).toEqual([
    [other, one],
    [one, other],
  ]);
  vi.mocked(api.merge).mockResolvedValue({ ok: true, value: { family_id: other, orders: 1, children: 1 } });
  await Promise.all([merge.merge(), merge.merge()]);
  expect(api.merge).toHaveBeenCalledExactlyOnceWith(one, other, 's1');
  expect(merged).toHaveBeenCalledExactlyOnceWith(other);
});

it('the page shows a changed preview again, and merges only after another click', async () => {
  const merged = vi.fn();
  const merge = createMerge(one, merged);
  vi.mocked(api.previewMerge)
    .mockResolvedValueOnce({ ok: true, value: preview })
    .mockResolvedValueOnce({ ok: true, value: { ...preview, fingerprint: 's2' } });
  await merge.choose(other);
  vi.mocked(api.merge).mockResolvedValueOnce({ ok: false, code: 'changed_meanwhile' });
  await merge.merge();
  expect(merged).not.toHaveBeenCalled();
  expect(merge.$view.get()).toMatchObject({ state: 'ready', changed: true, preview: { fingerprint: 's2' } });
  vi.mocked(api.merge).mockResolvedValue({ ok: true, value: { family_id: one, orders: 1, children: 1 } });
  await merge.merge();
  expect(vi.mocked(api.merge).mock.lastCall).toEqual([other, one, 's2']);
  expect(merged).toHaveBeenCalledExactlyOnceWith(one);
});

it('the page says why a merge is refused, and swaps the two only once', async () => {
  const merge = createMerge(one, vi.fn());
  vi.mocked(api.previewMerge).mockResolvedValue({ ok: false, code: 'invalid_input', field: 'p_into' });
  await merge.choose(other);
  expect(api.previewMerge).toHaveBeenCalledTimes(2);
  expect(merge.$view.get()).toEqual({ state: 'refused', code: 'invalid_input' });
});

it('the page counts the parents who join and the new proposals of a merge', () => {
  expect(findNewParents(preview)).toEqual(['q']);
  expect(countNewProposals(preview)).toBe(2);
});

it('the page lists health in lines, without empty fields, and says what nobody has answered or confirmed', () => {
  expect(linesOf({ of: 'child', details: child })).toEqual([
    ['Must never collect', 'No answer yet: the family has not named anybody.'],
    ['Health', 'We have no information about this child’s health yet.'],
    ['Allergies (from a guest booking, not confirmed)', 'Nuts'],
    ['Allergies', 'Bees'],
    ['Medical clearance', 'no'],
    ['Doctor’s number', '+65 6255 1234'],
    ['Personality', 'Shy'],
    ['In an emergency', 'Gran · +65 9123 4567'],
  ]);
});

it('the page names everybody who must never collect, before anything else', () => {
  const blocked_collectors = [
    { name: 'Ah Kow', note: 'Grey beard' },
    { name: 'Bea', note: null },
  ];
  expect(linesOf({ of: 'child', details: { ...child, blocked_collectors } })[0]).toEqual([
    'Must never collect',
    'Ah Kow: Grey beard\nBea',
  ]);
});

it.each([
  [
    { going_alone: 'no_consent', may_go_alone: false, decided_at: null },
    'No answer yet. Hand the child to an adult.',
  ],
  [
    { going_alone: 'too_young', may_go_alone: false, decided_at: null },
    'No answer yet. Hand the child to an adult.',
  ],
  [{ going_alone: 'no_consent', may_go_alone: false }, 'May not go home alone (Mei, Wed 18 Nov 2026).'],
  [{ going_alone: 'allowed', may_go_alone: true }, 'May go home alone (Mei, Wed 18 Nov 2026).'],
  [
    { going_alone: 'too_young', may_go_alone: true },
    'Too young to go home alone: allowed from age 9 (Mei, Wed 18 Nov 2026).',
  ],
] as const)('going home alone: %j is shown as %s', (answer, text) =>
  expect(
    collectionMessages.goingAlone({
      blocked: 0,
      alone_from_age: 9,
      decided_by: 'Mei',
      decided_at: '2026-11-18T04:00:00Z',
      ...answer,
    }),
  ).toBe(text),
);

it('the page uses the latest consent for each purpose, child and person', () => {
  const consent = (given: boolean, at: string, who: string | null, child_id: string | null = null) => ({
    purpose: 'photo' as const,
    child_id,
    given,
    at,
    source: 'account' as const,
    is_current: true,
    recorded_by: null,
    who,
  });
  const consents = [
    consent(true, '2026-01-01', 'Mei'),
    consent(false, '2026-02-01', 'Mei'),
    consent(true, '2026-01-01', null, 'kai'),
  ];
  expect(latestConsents({ consents }).map(({ childId, last }) => [childId, last.given])).toEqual([
    [null, false],
    ['kai', true],
  ]);
});

/**
 * A guest's order proposes changes to a family, which parents decide one by one (decisions "What a guest's order may
 * change in a family").
 */
import { beforeEach, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { askAboutProposal, sourceText, valueText } from '#features/family/parents/proposals/messages.ts';
import { groupByChild, Proposal, splitByUse } from '#features/family/parents/proposals/proposal.ts';
import { createProposals, currentText } from '#features/family/parents/proposals/store.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { storeSession } from '#support/unit/auth-token.ts';

const browser = fakeBrowser();
beforeEach(() => {
  storeSession({ id: 'u1' });
  // Unlike a failed request, a refusal is not retried.
  browser.api.on('get_family_dashboard', refusal('not_allowed', 403));
});

const row = (id: string, change: object) =>
  v.parse(Proposal, {
    id,
    child_id: null,
    created_at: '2026-11-20T02:00:00Z',
    effect: 'none',
    order: null,
    ...change,
  });
const person = row('1', { kind: 'person', child_id: 'max', value: { name: 'Max', dob: '2019-03-03' } });
const allergy = row('2', { kind: 'health', child_id: 'kai', field: 'allergies', value: 'Bees' });
const aunt = row('3', { kind: 'emergency_contact', value: { name: 'Aunt', phone: '+6591234567' } });
const photo = row('4', {
  kind: 'consent',
  child_id: 'kai',
  field: 'photo',
  value: { given: true, version: 1 },
});

describe('a proposal', () => {
  it.each([
    [aunt, 'Emergency contact', 'Aunt, +65 9123 4567'],
    [allergy, 'Allergies', 'Bees'],
    [photo, 'Photos and videos', 'agreed'],
    [
      row('7', { kind: 'health', child_id: 'kai', field: 'answer', value: 'nothing' }),
      'Health',
      'nothing to report',
    ],
    [row('5', { kind: 'child', child_id: 'kai', field: 'shirt_size', value: 'M' }), 'Shirt size', 'M'],
  ])('in case %# is described in words', (proposal, label, text) => {
    expect(askAboutProposal(proposal)).toEqual({ label, text });
  });

  it('names the child and the birth date if it may be the family’s own child', () => {
    expect(askAboutProposal(person).text).toMatch(/^Max, born 3 Mar 2019, \d+ years old$/);
  });

  it.each([
    [true, 'yes'],
    [null, 'nothing'],
    ['2026-03-14', 'Sat 14 Mar 2026'],
    ['Bees', 'Bees'],
  ])('writes %j as %s', (value, text) => {
    expect(valueText(value)).toBe(text);
  });

  it('says who proposed it, with which order, and when', () => {
    const order = { number: 'OT-8PUM', parent_name: 'Mei Tan', paid_at: '2026-11-19T02:00:00Z' };
    expect(sourceText({ ...aunt, order })).toBe('Received Thu 19 Nov 2026 from Mei Tan, order OT-8PUM');
    expect(sourceText(aunt)).toBe('Received Fri 20 Nov 2026');
  });

  it('is listed apart if a new family has taken it over, or if it is about one order only', () => {
    const usedChild = { ...person, effect: 'all' as const };
    const named = {
      kind: 'pickup_authorization',
      child_id: 'max',
      effect: 'order',
      value: { name: 'Grandpa' },
    };
    const grandfather = row('8', named);
    const other = row('9', { ...named, child_id: 'kai' });
    expect(splitByUse([photo, grandfather, other, usedChild])).toEqual({
      alreadyUsed: [grandfather, usedChild],
      open: [photo, other],
    });
  });

  it('about a child comes before proposals about that child’s details', () => {
    const health = row('6', { kind: 'health', child_id: 'max', field: 'allergies', value: 'Cats' });
    expect(groupByChild([aunt, allergy, health, person]).map(({ all }) => all.map(({ id }) => id))).toEqual([
      ['1', '6'],
      ['3'],
      ['2'],
    ]);
  });
});

describe('the store', () => {
  const child = {
    id: 'kai',
    family_id: 'f',
    name: 'Kai',
    dob: '2018-03-14',
    gender: null,
    current_level: 1,
    agreed_teams: [],
    experience_level: null,
    shirt_size: 'S',
    status: 'own',
    created_at: '',
    updated_at: '',
    quiz_completed: false,
    has_photo: false,
    growth_report: null,
    behaviour: null,
    emergency_contacts: [],
    emergency_contact: null,
    emergency_phone: null,
    pickup_authorizations: [],
    own_emergency_contacts: [],
    own_pickup_authorizations: [],
    indemnity_signed: false,
    medical_consent: false,
    photo_consent: false,
    activity_participation_consent: false,
    child_profile_complete: false,
    health_answer: { state: 'reported', at: '2026-11-01T00:00:00Z', by: 'Wei Ming' },
    health: {
      medical_conditions: null,
      allergies: 'Wasps',
      medications: null,
      physical_conditions: null,
      physical_limitations: null,
      previous_injuries: null,
      fitness_level: null,
      last_medical_checkup: null,
      medical_clearance: null,
      medical_clearance_date: null,
      emergency_medical_info: null,
      hospital_preference: null,
      medical_insurance: null,
      doctor_name: null,
      doctor_phone: null,
    },
  };
  async function openStore() {
    browser.api.on('family_proposals', { body: [allergy, aunt] }).on('get_child_details', { body: child });
    const store = createProposals();
    await store.open();
    return store;
  }

  it('shows the current value beside the proposed one', async () => {
    const store = await openStore();
    const view = store.$view.get();
    const children = view.state === 'ready' ? view.children : new Map();
    expect(currentText(allergy, children)).toBe('Wasps');
    expect(currentText(aunt, children)).toBeNull();
    expect(browser.api.named('get_child_details')).toHaveLength(1);
  });

  it.each([
    [true, 'accept_proposal', 'Added to your family’s details.'],
    [false, 'decline_proposal', 'Not added.'],
  ])('decides one proposal (%s) through %s', async (accept, name, words) => {
    const store = await openStore();
    browser.api.on(name, { body: { id: '2', accepted: accept } }).on('family_proposals', { body: [aunt] });
    await store.decide(allergy, accept);
    expect(browser.api.named(name).map(({ body }) => body)).toEqual([{ p_id: '2' }]);
    expect(store.$note.get()).toEqual({ id: null, tone: 'calm', text: words });
    const view = store.$view.get();
    expect(view.state === 'ready' && view.proposals.map(({ id }) => id)).toEqual(['3']);
  });

  it('shows no error if the other parent has decided already', async () => {
    const store = await openStore();
    browser.api
      .on('accept_proposal', refusal('proposal_not_found', 404))
      .on('family_proposals', { body: [] });
    await store.decide(allergy, true);
    expect(store.$note.get()?.tone).toBe('calm');
  });

  it.each([
    ['list_full', 'six people'],
    ['consent_text_changed', 'the new text'],
  ])('shows beside the proposal that it was refused with %s, and keeps it', async (code, words) => {
    const store = await openStore();
    browser.api.on('accept_proposal', refusal(code));
    await store.decide(aunt, true);
    expect(store.$note.get()).toMatchObject({ id: '3', tone: 'bad' });
    expect(store.$note.get()?.text).toContain(words);
    expect(browser.api.named('family_proposals')).toHaveLength(1);
  });

  it.each([
    [0, null, 'calm', 'Thank you. We have added all of it'],
    [1, 'all', 'bad', 'One person is not on the list yet'],
  ])('accepts all shown proposals at once, with %d left over', async (left, id, tone, words) => {
    const store = await openStore();
    browser.api.on('accept_proposals', { body: { accepted: 2 - left, left } });
    await store.confirmAll([allergy, aunt]);
    expect(browser.api.named('accept_proposals').map(({ body }) => body)).toEqual([{ p_ids: ['2', '3'] }]);
    expect(store.$note.get()).toMatchObject({ id, tone });
    expect(store.$note.get()?.text).toContain(words);
  });

  it('says what happens to the bookings of a child who is not theirs', async () => {
    const store = await openStore();
    browser.api.on('decline_proposal', { body: { id: '1', accepted: false } });
    await store.decide(person, false);
    expect(store.$note.get()?.text).toContain('Bookings for Max do not change');
  });
});

/** Tests inviting the second parent, accepting an invitation, and leaving a family (spec 1 §6). */
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { invitationPath } from '#contract/family-parents.ts';
import { forgetInvitation, readInvitation } from '#browser/invitation.ts';
import takeInvitation from '#browser/take-invitation.inline.ts?script';
import * as rareKeys from '#config/rare-storage-keys.ts';
import { createInvitation } from '#features/family/parents/second/invitation.ts';
import { bringLines, invitationTitle } from '#features/family/parents/second/messages.ts';
import { createSecondParent } from '#features/family/parents/second/second-parent.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { storeSession } from '#support/unit/auth-token.ts';

const browser = fakeBrowser();
const ownEmail = 'wei.ming@example.com';
const token = '0123456789abcdef0123456789abcdef';
const invitation = { token, email: 'mei@example.com', expires_at: '2026-12-05T00:00:00Z', mailed: true };
const familyAfter = { primary_parent_id: 'p', secondary_parent_id: null, handover_at: null, renewals: [] };
const copy = vi.fn(() => Promise.resolve());
const make = () => createSecondParent({ origin: 'https://otter.test', copy });

beforeEach(() => {
  storeSession({ id: 'u1', email: ownEmail });
  // Unlike a failed request, a refusal is not retried.
  browser.api.on('get_family_dashboard', refusal('not_allowed', 403));
  copy.mockClear();
});

describe('an invitation', () => {
  it.each([
    ['', 'That is not a valid e-mail address. Please check it.'],
    ['mei@', 'That is not a valid e-mail address. Please check it.'],
    [' Wei.Ming@example.com ', 'That is your own address. Please enter the other parent’s.'],
  ])('to %j is refused at its field, without a request', async (email, words) => {
    const second = make();
    second.type(email);
    await second.invite(ownEmail);
    expect(second.$fault.get()).toBe(words);
    expect(browser.api.named('invite_parent')).toHaveLength(0);
  });

  it('shows its link once to be copied, with the token in the fragment', async () => {
    browser.api.on('invite_parent', { body: invitation });
    const second = make();
    second.type('Mei@Example.com');
    await second.invite(ownEmail);
    expect(browser.api.named('invite_parent')[0]?.body).toEqual({ p_email: 'mei@example.com' });
    expect(second.$sent.get()?.link).toBe(`https://otter.test/family-base/parents#invitation=${token}`);
    await second.copyLink();
    expect(copy).toHaveBeenCalledExactlyOnceWith(second.$sent.get()?.link);
    expect(second.$copied.get()).toBe(true);
    // The page reads the family's state again.
    expect(browser.api.named('get_family_dashboard').length).toBeGreaterThan(0);
  });

  it.each([
    ['rate_limited', 429, 'an hour'],
    ['family_full', 409, 'already has two parents'],
    ['not_allowed', 403, 'Only the first parent'],
  ])('that is refused with %s says so, and keeps the input', async (code, status, words) => {
    browser.api.on('invite_parent', refusal(code, status));
    const second = make();
    second.type('mei@example.com');
    await second.invite(ownEmail);
    expect(second.$outcome.get()).toMatchObject({
      tone: 'bad',
      text: expect.stringContaining(words) as string,
    });
    expect(second.$email.get()).toBe('mei@example.com');
    expect(second.$busy.get()).toBe(false);
  });

  it('can be withdrawn, and its link disappears', async () => {
    browser.api
      .on('invite_parent', { body: invitation })
      .on('withdraw_invitation', { body: { withdrawn: true } });
    const second = make();
    await second.send('mei@example.com');
    await second.withdraw();
    expect(second.$sent.get()).toBeNull();
    expect(second.$outcome.get()?.text).toContain('withdrawn');
  });
});

describe('e-mails about bookings', () => {
  it.each([
    [false, 'Done. E-mails about bookings now go to Mei only.'],
    [true, 'Done. You get e-mails about bookings again.'],
  ])('switched to %s say who gets them now', async (on, words) => {
    browser.api.on('set_booking_mails', { body: { booking_mails: on } });
    const second = make();
    await second.setMails(on, 'Mei');
    expect(browser.api.named('set_booking_mails')[0]?.body).toEqual({ p_enabled: on });
    expect(second.$outcome.get()).toEqual({ tone: 'calm', text: words });
    expect(browser.api.named('get_family_dashboard').length).toBeGreaterThan(0);
  });

  it('cannot be turned off by both parents', async () => {
    browser.api.on('set_booking_mails', refusal('last_mail_recipient'));
    const second = make();
    await second.setMails(false, 'Mei');
    expect(second.$outcome.get()).toMatchObject({
      tone: 'bad',
      text: expect.stringContaining('One of you must get these e-mails') as string,
    });
  });
});

describe('leaving a family', () => {
  it.each([
    ['remove', 'remove_second_parent', 'Mei is no longer in this family.'],
    [
      'handOver',
      'hand_over_family',
      'Mei will become the first parent on Sun 29 Nov 2026, 10.30 am. We have e-mailed you both.',
    ],
    ['leave', 'leave_family', 'You have left the family.'],
  ] as const)('by “%s” asks first, and then calls %s', async (question, name, words) => {
    const handover_at = question === 'handOver' ? '2026-11-29T10:30:00+08:00' : null;
    browser.api.on(name, { body: { ...familyAfter, handover_at } });
    const second = make();
    second.ask(question);
    expect(browser.api.named(name)).toHaveLength(0);
    await second.answer(question, 'Mei');
    expect(browser.api.named(name)).toHaveLength(1);
    expect(second.$outcome.get()).toEqual({ tone: 'calm', text: words });
    expect(second.$question.get()).toBeNull();
  });

  it('names the passes that are still charged', async () => {
    browser.api.on('remove_second_parent', { body: { ...familyAfter, renewals: ['Flexi'] } });
    const second = make();
    await second.answer('remove', 'Mei');
    expect(second.$outcome.get()).toMatchObject({
      tone: 'warn',
      text: expect.stringContaining('Flexi: the renewal is still charged to the parent who pays') as string,
    });
  });

  it('is refused to the only parent', async () => {
    browser.api.on('leave_family', refusal('last_parent'));
    const second = make();
    second.ask('leave');
    await second.answer('leave', 'Mei');
    expect(second.$outcome.get()?.text).toContain('delete the family instead');
    expect(second.$question.get()).toBe('leave');
  });
});

describe('opening an invitation', () => {
  const follow = (hash: string) => {
    const replaceState = vi.fn();
    runInNewContext(takeInvitation, {
      location: { hash, pathname: '/family-base/parents', search: '' },
      history: { state: null, replaceState },
      document: { currentScript: { dataset: { key: rareKeys.invitation } } },
      localStorage,
    });
    return replaceState;
  };

  it('removes the token from the address at once, and keeps it for after the sign-in', () => {
    const replaceState = follow(invitationPath(token).replace(/^[^#]*/, ''));
    expect(replaceState).toHaveBeenCalledExactlyOnceWith(null, '', '/family-base/parents');
    expect(readInvitation()).toBe(token);
  });

  it.each(['#people', '#invitation=', '#invitation=<script>', `#invitation=${token}0`])(
    'ignores the fragment %s',
    (hash) => {
      expect(follow(hash)).not.toHaveBeenCalled();
      expect(readInvitation()).toBeNull();
    },
  );

  it('does not take an invitation to the team for one to a family', () => {
    browser.storage.setItem(rareKeys.invitation, JSON.stringify({ token, at: Date.now(), to: 'staff' }));
    expect([readInvitation(), readInvitation(Date.now(), 'staff')]).toEqual([null, token]);
  });

  it('deletes the token once it has expired', () => {
    browser.storage.setItem(rareKeys.invitation, JSON.stringify({ token, at: 0 }));
    expect(readInvitation(14 * 86_400_000 - 1)).toBe(token);
    expect(readInvitation(14 * 86_400_000)).toBeNull();
    expect(browser.storage.getItem(rareKeys.invitation)).toBeNull();
  });

  it('says who invites and to which children, or that the link does not fit this account', async () => {
    follow(`#invitation=${token}`);
    browser.api.on('read_invitation', {
      body: { from_name: 'Mei Tan', own: 'none', children: ['Kai', 'Lina'] },
    });
    const invited = createInvitation();
    await invited.open();
    expect(invitationTitle(invited.$view.get())).toBe(
      'Mei Tan invites you as the second parent of Kai and Lina',
    );
    browser.api.on('read_invitation', refusal('invitation_not_found'));
    await invited.open();
    expect(invited.$outcome.get()?.text).toContain('a different address');
    forgetInvitation();
  });

  it('adds the parent to the family', async () => {
    follow(`#invitation=${token}`);
    browser.api.on('accept_invitation', { body: { family_id: 'family-1' } });
    const invited = createInvitation();
    await invited.accept();
    expect(browser.api.named('accept_invitation')[0]?.body).toEqual({ p_token: token });
    expect(invited.$joined.get()).toBe(true);
    expect(readInvitation()).toBeNull();
  });

  it('brings a family along only as it was shown, and shows it again after a change', async () => {
    follow(`#invitation=${token}`);
    const joinPreview = {
      from_name: 'Mei Tan',
      ahead: 1,
      credits: 4,
      waiting: 0,
      orders: 1,
      ends_calendar: false,
    };
    const children = [{ id: 'c', name: 'Kai', age: 8, is_merged: true }];
    browser.api.on('preview_joining', { body: { ...joinPreview, children, fingerprint: 'f1' } });
    browser.api.on('join_with_family', refusal('changed_meanwhile'));
    const invited = createInvitation();
    await invited.showPreview();
    expect(browser.api.named('join_with_family')).toHaveLength(0);
    const preview = invited.$preview.get();
    expect(preview && bringLines(preview).join(' ')).toContain('Kai is in both families');
    await invited.accept();
    expect(browser.api.named('join_with_family')[0]?.body).toEqual({ p_token: token, p_expected: 'f1' });
    expect(browser.api.named('accept_invitation')).toHaveLength(0);
    expect(invited.$outcome.get()?.text).toContain('Something has changed');
    expect(invited.$preview.get()).toBeNull();
    await invited.showPreview();
    browser.api.on('join_with_family', { body: { family_id: 'family-1' } });
    await invited.accept();
    expect(invited.$joined.get()).toBe(true);
  });

  it.each([
    ['invitation_not_found', 'a different address', token],
    ['already_in_family', 'already belong to a family', token],
    ['family_full', 'already has two parents', null],
  ])(
    'refused with %s says why, and keeps the token if another account can use it',
    async (code, words, remaining) => {
      follow(`#invitation=${token}`);
      browser.api.on('accept_invitation', refusal(code));
      const invited = createInvitation();
      await invited.accept();
      expect(invited.$outcome.get()?.text).toContain(words);
      expect(invited.$joined.get()).toBe(false);
      expect(readInvitation()).toBe(remaining);
      forgetInvitation();
    },
  );

  it('can be postponed, and then the page does not ask again', () => {
    follow(`#invitation=${token}`);
    const invited = createInvitation();
    invited.close();
    expect(invited.$token.get()).toBeNull();
    expect(createInvitation().$token.get()).toBeNull();
  });
});

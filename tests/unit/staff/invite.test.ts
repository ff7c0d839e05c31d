/** The form that invites staff refuses invalid input, and is empty after it was sent. */
import { expect, it, vi } from 'vitest';
import type { StaffInvitation } from '#contract/staff-invitations.ts';
import { createInviteForm } from '#features/staff/system/invite.ts';

const invitation = { id: 'i', email: 'nadia@example.test', role: 'coach' } as StaffInvitation;
const sendMock = () => vi.fn(() => Promise.resolve({ ok: true as const, value: { invitation } }));

it('the form sends nothing without a name or with half an address', async () => {
  const invite = sendMock();
  const form = createInviteForm({ invite });
  form.change({ p_email: 'nadia@' });
  await form.submit();
  expect(form.$faults.get()).toMatchObject({ p_email: { kind: 'email_form' }, p_name: { kind: 'missing' } });
  expect(invite).not.toHaveBeenCalled();
});

it('the form sends trimmed values once, and is empty for the next person', async () => {
  const invite = sendMock();
  const form = createInviteForm({ invite });
  form.change({ p_email: ' nadia@example.test ', p_name: ' Nadia ', p_role: 'admin' });
  await Promise.all([form.submit(), form.submit()]);
  expect(invite.mock.calls).toEqual([
    [{ p_email: 'nadia@example.test', p_name: 'Nadia', p_role: 'admin', p_coach_id: null }],
  ]);
  expect(form.$values.get()).toEqual({ p_email: '', p_name: '', p_role: 'coach', p_coach_id: '' });
});

it('the form links only a person who is invited as a coach to a planned coach', async () => {
  const invite = sendMock();
  const form = createInviteForm({ invite });
  form.change({ p_email: 'nadia@example.test', p_name: 'Nadia', p_role: 'admin', p_coach_id: 'c1' });
  await form.submit();
  expect(form.$faults.get()).toEqual({ p_coach_id: { kind: 'not_accepted' } });
  form.change({ p_role: 'coach' });
  await form.submit();
  expect(invite).toHaveBeenCalledWith(expect.objectContaining({ p_role: 'coach', p_coach_id: 'c1' }));
});

it('the form keeps what was typed when it is refused', async () => {
  const invite = vi.fn(() => Promise.resolve({ ok: false as const, code: 'role_held' as const }));
  const form = createInviteForm({ invite });
  form.change({ p_email: 'nadia@example.test', p_name: 'Nadia' });
  await form.submit();
  expect(form.$outcome.get()).toEqual({ tone: 'bad', text: 'This person already has that role.' });
  expect(form.$values.get()).toMatchObject({ p_email: 'nadia@example.test' });
});

import { isEmail } from '#contract/contact.ts';
import { InviteStaff } from '#contract/staff-invitations.ts';
import { staffRoles } from '#contract/staff-roles.ts';
import { errorText } from '#api/error-text.ts';
import { today } from '#domain/dates.ts';
import type { Fault } from '#domain/fault.ts';
import { checkFields } from '#ui/kit/form/check.ts';
import { fieldsOf, type FormField, type Values } from '#ui/kit/form/field.ts';
import { createForm } from '#ui/kit/form/form.ts';
import { faultMessage } from '#ui/people/messages.ts';
import type { Accounts } from './accounts.ts';
import { inviteMessages as words, inviteRefusals } from './invite-messages.ts';
import { roleNames } from './messages.ts';

const field = fieldsOf(InviteStaff);
interface Coach {
  id: string;
  name: string;
}
export const inviteFields = (coaches: readonly Coach[]): readonly FormField[] => [
  field(
    'p_email',
    'text',
    { label: words.email, hint: words.emailHint },
    { required: true, autoComplete: 'off' },
  ),
  field('p_name', 'text', { label: words.name }, { required: true, autoComplete: 'off' }),
  field(
    'p_role',
    'choice',
    { label: words.role },
    { required: true, options: staffRoles.map((role) => ({ value: role, label: roleNames[role] })) },
  ),
  ...(coaches.length === 0
    ? []
    : [
        field(
          'p_coach_id',
          'choice',
          { label: words.coach, hint: words.coachHint },
          { none: words.noCoach, options: coaches.map(({ id, name }) => ({ value: id, label: name })) },
        ),
      ]),
];

/** Creates the form of an invitation. After sending, it is empty again for the next person. */
export function createInviteForm(accounts: Pick<Accounts, 'invite'>) {
  const empty: Values = { p_email: '', p_name: '', p_role: 'coach', p_coach_id: '' };
  const form = createForm(InviteStaff, {
    empty,
    read(values) {
      const email = (values['p_email'] ?? '').trim();
      const faults = checkFields(inviteFields([]), values, today());
      if (email !== '' && !isEmail(email)) faults['p_email'] = { kind: 'email_form' };
      const role = staffRoles.find((candidate) => candidate === values['p_role']) ?? 'coach';
      const coachId = values['p_coach_id'] ?? '';
      if (coachId !== '' && role !== 'coach') faults['p_coach_id'] = { kind: 'not_accepted' };
      const body = {
        p_email: email,
        p_name: (values['p_name'] ?? '').trim(),
        p_role: role,
        p_coach_id: coachId === '' ? null : coachId,
      };
      return { faults, body: Object.keys(faults).length > 0 ? null : body };
    },
    send: (body) => accounts.invite(body),
    onSent() {
      form.saved(empty);
      return null;
    },
    onRefused: async ({ code }) => ({ tone: 'bad', text: await errorText(code, inviteRefusals) }) as const,
  });
  return form;
}

export const inviteFault = (fault: Fault, path: string): string =>
  path === 'p_coach_id' && fault.kind === 'not_accepted' ? words.coachRole : faultMessage(fault);

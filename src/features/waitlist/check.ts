import { readEmail } from '#contract/contact.ts';
import { WaitlistRequest } from '#contract/waitlists.ts';
import type { Faults } from '#domain/fault.ts';
import { birthFault, dateOf, hasNoDate } from '#domain/person.ts';
import { readPhone } from '#domain/phone.ts';
import { checkedBy } from '#ui/kit/form/schema.ts';
import { type CheckedForm, isEmpty } from '#ui/kit/form/state.ts';
import { contactFaults } from './contact.ts';
import { fieldOf, type Form } from './model.ts';

/** Returns either all faults in the form's order, or the request. A friend needs only a name. */
export function checkForm(
  form: Form,
  place: { kind: 'session' | 'camp'; id: string },
  today: string,
): CheckedForm<WaitlistRequest> {
  const faults: Faults = {};
  const children = form.children.map((child, index) => {
    if (child.name.trim() === '') faults[`children[${index}].name`] = { kind: 'missing' };
    const birth = child.friend && hasNoDate(child) ? null : birthFault(child, today);
    if (birth) faults[`children[${index}].dob`] = birth;
    return { name: child.name.trim(), dob: dateOf(child), is_friend: child.friend };
  });
  if (form.offerId === '') faults['offer_id'] = { kind: 'missing' };
  Object.assign(faults, contactFaults(form));
  const phone = readPhone(form.phone);
  if (!isEmpty(faults) || 'kind' in phone) return { faults, body: null };
  const checkedFields = {
    faults,
    body: {
      ...(place.kind === 'camp' ? { camp_id: place.id } : { session_id: place.id }),
      offer_id: form.offerId,
      parent: { name: form.name.trim(), email: readEmail(form.email), phone: phone.e164 },
      children,
    },
  };
  return checkedBy(WaitlistRequest, checkedFields, fieldOf);
}

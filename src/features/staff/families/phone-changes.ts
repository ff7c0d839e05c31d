import {
  CorrectContact,
  type FamilyContact,
  InviteParent,
  PhoneConsent,
  PhoneContact,
  type phonePurposes,
  RemoveParent,
} from '#contract/family-child.ts';
import type { FamilyPage } from '#contract/management-families.ts';
import type { ConsentText } from '#contract/orders.ts';
import { toE164 } from '#domain/phone.ts';
import { fieldsOf } from '#ui/kit/form/field.ts';
import * as api from './phone-api.ts';
import { changeMessages } from './change-messages.ts';
import { createChange, type MakeChange, readValue } from './changes.ts';
import { childName } from './model.ts';
import { phoneMessages as words } from './phone-messages.ts';

export interface AboutConsent {
  purpose: (typeof phonePurposes)[number];
  /** Null for news by e-mail, which a parent decides for themselves. */
  childId: string | null;
}

/**
 * Returns the time of the latest answer that staff see. The server refuses the new answer if a parent has answered
 * since then.
 */
const latestAnswerAt = (
  { consents }: Pick<FamilyPage, 'consents'>,
  { purpose, childId }: AboutConsent,
): string | null =>
  consents
    .filter((consent) => consent.purpose === purpose)
    .filter(({ child_id }) => childId === null || child_id === null || child_id === childId)
    .map((consent) => consent.at)
    .toSorted()
    .at(-1) ?? null;

const GUEST = 'guest';
const parentOptions = ({ parents, contact }: FamilyPage) =>
  parents.length === 0
    ? [{ value: GUEST, label: contact.name }]
    : parents.map(({ id, name, email }) => ({ value: id, label: name === '' ? (email ?? id) : name }));

/** Records a consent that a parent gave or withdrew by phone, after hearing the current words. */
export function phoneConsent(page: FamilyPage, about: AboutConsent, text: ConsentText): MakeChange {
  const field = fieldsOf(PhoneConsent);
  const options = parentOptions(page);
  return createChange(PhoneConsent, {
    title: words.consentOf(about.purpose, childName(page, about.childId)),
    save: words.save,
    before: { parent: options.length === 1 ? (options[0]?.value ?? '') : '', given: '' },
    fields: [
      field('parent', 'choice', words.who, { required: true, options }),
      field('given', 'choice', words.answer(text.body), { required: true, options: words.answers }),
    ],
    bodyOf: (values) => ({ parent: readValue(values, 'parent'), given: values['given'] === 'yes' }),
    request: ({ parent, given }) =>
      api.recordConsent({
        ...about,
        familyId: page.family.family_id,
        profileId: parent === GUEST ? null : parent,
        given,
        version: text.version,
        seenAt: latestAnswerAt(page, about),
      }),
    messageOf: words.saved,
  });
}

export function phoneContact(familyId: string): MakeChange {
  const field = fieldsOf(PhoneContact);
  const noteId = crypto.randomUUID();
  return createChange(PhoneContact, {
    title: words.contact,
    save: words.save,
    before: { name: '', relationship: '', phone: '', told_by: '' },
    fields: [
      field('name', 'text', words.contactName, { required: true }),
      field('relationship', 'text', words.relationship),
      field('phone', 'phone', words.phone, { required: true }),
      field('told_by', 'text', words.toldBy, { required: true }),
    ],
    bodyOf: (values) => ({
      name: readValue(values, 'name'),
      relationship: readValue(values, 'relationship'),
      phone: toE164(readValue(values, 'phone')),
      told_by: readValue(values, 'told_by'),
    }),
    request: (contact) => api.recordContact(noteId, familyId, contact),
    messageOf: words.saved,
  });
}

/** Corrects an emergency contact. The first of a list can only stay the first. */
export function correctEmergencyContact(contact: FamilyContact): MakeChange {
  const field = fieldsOf(CorrectContact);
  const noteId = crypto.randomUUID();
  return createChange(CorrectContact, {
    title: words.correctContact(contact.name),
    save: words.save,
    before: {
      name: contact.name,
      relationship: contact.relationship ?? '',
      phone: contact.phone,
      first: 'no',
      reason: '',
    },
    fields: [
      field('name', 'text', words.contactName, { required: true }),
      field('relationship', 'text', words.relationship),
      field('phone', 'phone', words.phone, { required: true }),
      ...(contact.position === 1
        ? []
        : [field('first', 'choice', words.first, { required: true, options: words.firstAnswers })]),
      field('reason', 'text', changeMessages.reason, { required: true }),
    ],
    bodyOf: (values) => ({
      name: readValue(values, 'name'),
      relationship: readValue(values, 'relationship'),
      phone: toE164(readValue(values, 'phone')),
      first: values['first'] === 'yes',
      reason: readValue(values, 'reason'),
    }),
    request: (body) => api.correctContact(noteId, contact.id, body),
    messageOf: words.contactSaved,
  });
}

export function removeParent(familyId: string, { id, name }: { id: string; name: string }): MakeChange {
  const field = fieldsOf(RemoveParent);
  return createChange(RemoveParent, {
    title: words.removeOf(name),
    note: words.removeMeans(name),
    harm: true,
    save: words.remove(name),
    before: { reason: '' },
    fields: [field('reason', 'text', changeMessages.reason, { required: true })],
    bodyOf: (values) => ({ reason: readValue(values, 'reason') }),
    request: ({ reason }) => api.removeParent(familyId, id, reason),
    messageOf: () => words.removed(name),
  });
}

export function inviteParent(familyId: string): MakeChange {
  const field = fieldsOf(InviteParent);
  return createChange(InviteParent, {
    title: words.invite,
    save: words.send,
    before: { email: '' },
    fields: [field('email', 'text', words.email, { required: true, autoComplete: 'off' })],
    bodyOf: (values) => ({ email: readValue(values, 'email') }),
    request: ({ email }) => api.inviteParent(familyId, email),
    messageOf: words.invited,
  });
}

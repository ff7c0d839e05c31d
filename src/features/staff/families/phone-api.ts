import {
  type CorrectContact,
  FamilyContact,
  InvitedParent,
  type phonePurposes,
  RecordedByPhone,
} from '#contract/family-child.ts';
import { FamilyParents } from '#contract/family-parents.ts';
import * as v from 'valibot';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';

interface PhoneAnswer {
  familyId: string;
  /** Null for a guest. */
  profileId: string | null;
  /** Null if the consent is not about one child, for example for news by e-mail. */
  childId: string | null;
  purpose: (typeof phonePurposes)[number];
  given: boolean;
  /** The version of the words that were read out. */
  version: number;
  /** The family's latest answer that staff saw. */
  seenAt: string | null;
}
export const recordConsent = (answer: PhoneAnswer) =>
  asMember((token) =>
    callRpc(
      'record_family_consent',
      {
        p_family_id: answer.familyId,
        p_profile_id: answer.profileId,
        p_child_id: answer.childId,
        p_purpose: answer.purpose,
        p_given: answer.given,
        p_version: answer.version,
        p_seen_at: answer.seenAt,
      },
      RecordedByPhone,
      token,
    ),
  );

/** Adds an emergency contact. The form creates `noteId`, so sending the form twice adds only one contact. */
export const recordContact = (
  noteId: string,
  familyId: string,
  contact: { name: string; relationship: string; phone: string; told_by: string },
) =>
  asMember((token) =>
    callRpc(
      'record_emergency_contact',
      {
        p_note_id: noteId,
        p_family_id: familyId,
        p_name: contact.name,
        p_relationship: contact.relationship,
        p_phone: contact.phone,
        p_told_by: contact.told_by,
      },
      RecordedByPhone,
      token,
    ),
  );

/** Returns the emergency contacts. The database logs this read. */
export const fetchContacts = (familyId: string) =>
  asMember((token) =>
    callRpc('get_family_contacts', { p_family_id: familyId }, v.array(FamilyContact), token),
  );

/** Corrects an emergency contact. The form creates `noteId`, so sending the form twice makes only one correction. */
export const correctContact = (
  noteId: string,
  contactId: string,
  { first, reason, ...contact }: v.InferOutput<typeof CorrectContact>,
) =>
  asMember((token) =>
    callRpc(
      'correct_emergency_contact',
      {
        p_note_id: noteId,
        p_contact_id: contactId,
        p_contact: contact,
        p_is_first: first,
        p_reason: reason,
      },
      RecordedByPhone,
      token,
    ),
  );

/** Removes a parent. Fails with `sign_in_again`, `second_factor_needed`, `parent_not_found` or `last_parent`. */
export const removeParent = (familyId: string, profileId: string, reason: string) =>
  asMember((token) =>
    callRpc(
      'remove_parent_for_family',
      { p_family_id: familyId, p_profile_id: profileId, p_reason: reason },
      FamilyParents,
      token,
    ),
  );

/** Invites a second parent. Fails with `sign_in_again`, `second_factor_needed`, `family_full` or `parent_not_found`. */
export const inviteParent = (familyId: string, email: string) =>
  asMember((token) =>
    callRpc('invite_parent_for_family', { p_family_id: familyId, p_email: email }, InvitedParent, token),
  );

import { PausedPass } from '#contract/family-passes.ts';
import { ChangedBalance, FamilyBalance } from '#contract/balance.ts';
import { StaffChildProfile } from '#contract/family-child.ts';
import { RequestedFromParents } from '#contract/health.ts';
import { ConsentText } from '#contract/orders.ts';
import { ChildProfile, ParentHealth } from '#contract/family-people.ts';
import { StaffFirstAidRow } from '#contract/first-aid.ts';
import { ErasedFamily } from '#contract/family-privacy.ts';
import { BookableSessions, CreditBooking } from '#contract/family-booking.ts';
import {
  Corrected,
  CreditGranted,
  FamiliesDistinct,
  FamilyNotes,
  FamilyPage,
  LevelSet,
  MergedFamily,
  MergePreview,
  NoteRemoved,
  StaffFamilies,
  TeamAgreed,
} from '#contract/management-families.ts';
import { FamilyChannels, type MessageChannel } from '#contract/message-channels.ts';
import * as v from 'valibot';
import { asMember } from '#api/as-member.ts';
import { callRpc, readRows } from '#api/rpc.ts';
import { readList } from '#api/staff-list.ts';

export const fetchBalance = (familyId: string) =>
  asMember((token) => callRpc('get_balance', { p_family_id: familyId }, FamilyBalance, token));

interface BalanceChange {
  /** A negative amount is taken from the balance. */
  cents: number;
  note: string;
  /** `method` says how the balance is paid out, or is null if it is not paid out. */
  method: 'cash' | 'paynow' | null;
}
/** Requests with the same key make only one change. `expected` is the balance that staff saw. */
export const changeBalance = (
  familyId: string,
  { cents, note, method, expected, key }: BalanceChange & { expected: number; key: string },
) =>
  asMember((token) =>
    callRpc(
      'change_balance',
      {
        p_family_id: familyId,
        p_cents: cents,
        p_note: note,
        p_method: method,
        p_expected_cents: expected,
        p_key: key,
      },
      ChangedBalance,
      token,
    ),
  );

export const fetchFamilies = readList('list_families', StaffFamilies);

export const fetchFamily = (familyId: string) =>
  asMember((token) => callRpc('get_family_page', { p_family_id: familyId }, FamilyPage, token));

const ParentInformed = v.object({
  health: v.nullable(ParentHealth),
  emergency_contacts: ChildProfile.entries.emergency_contacts,
});
export type ParentInformed = v.InferOutput<typeof ParentInformed>;
/** The database logs this read of a parent's health information. */
export const fetchParent = (profileId: string) =>
  asMember((token) => callRpc('get_parent_health', { p_profile_id: profileId }, ParentInformed, token));

/** The database logs this read of a child's details. */
export const fetchChild = (childId: string) =>
  asMember((token) => callRpc('get_child_details', { p_child_id: childId }, StaffChildProfile, token));

/** The database logs this read of a child's first aid. */
export const fetchFirstAid = (childId: string) =>
  asMember((token) =>
    callRpc('get_child_first_aid', { p_child_id: childId }, v.array(StaffFirstAidRow), token),
  );

export const writeNote = (id: string, familyId: string, childId: string | null, note: string) =>
  asMember((token) =>
    callRpc(
      'write_family_note',
      { p_id: id, p_family_id: familyId, p_child_id: childId, p_note: note },
      FamilyNotes,
      token,
    ),
  );

export const setDistinct = (familyId: string, otherId: string, distinct: boolean) =>
  asMember((token) =>
    callRpc(
      'set_families_distinct',
      { p_family_id: familyId, p_other_id: otherId, p_distinct: distinct },
      FamiliesDistinct,
      token,
    ),
  );

export const removeNote = (id: string) =>
  asMember((token) => callRpc('remove_family_note', { p_id: id }, NoteRemoved, token));

/** Returns what a merge would do, and changes nothing. */
export const previewMerge = (from: string, into: string) =>
  asMember((token) => callRpc('preview_merge', { p_from: from, p_into: into }, MergePreview, token));

/** Merges two families. `seen` identifies the preview that the decision was based on. */
export const merge = (from: string, into: string, seen: string) =>
  asMember((token) =>
    callRpc('merge_families', { p_from: from, p_into: into, p_expected: seen }, MergedFamily, token),
  );

/** Corrects a detail. The form creates `noteId`, so sending the form twice makes only one correction. */
export const correct = (
  noteId: string,
  kind: 'child' | 'parent' | 'guest',
  id: string,
  fields: object,
  reason: string,
) =>
  asMember((token) =>
    callRpc(
      'correct_details',
      { p_note_id: noteId, p_kind: kind, p_id: id, p_fields: fields, p_reason: reason },
      Corrected,
      token,
    ),
  );

export const setLevel = (childId: string, level: number, note: string | null) =>
  asMember((token) =>
    callRpc('set_child_level', { p_child_id: childId, p_level: level, p_note: note }, LevelSet, token),
  );

export const agreeTeam = (childId: string, team: string, isAgreed: boolean) =>
  asMember((token) =>
    callRpc('agree_team', { p_child_id: childId, p_team: team, p_agreed: isAgreed }, TeamAgreed, token),
  );

/** Returns the classes that the children can book with their credits. */
export const fetchSessions = (familyId: string) =>
  asMember((token) => callRpc('list_bookable_sessions', { p_family_id: familyId }, BookableSessions, token));

export const bookSession = (childId: string, sessionId: string) =>
  asMember((token) =>
    callRpc('book_session', { p_child_id: childId, p_session_id: sessionId }, CreditBooking, token),
  );

export const giveCredits = (passId: string, delta: number, note: string) =>
  asMember((token) =>
    callRpc('grant_credit', { p_pass_id: passId, p_delta: delta, p_note: note }, CreditGranted, token),
  );

interface PauseRequest {
  passId: string;
  firstDay: string;
  lastDay: string;
  bookingIds: string[];
  note: string;
}

export const pausePass = ({ passId, firstDay, lastDay, bookingIds, note }: PauseRequest) =>
  asMember((token) =>
    callRpc(
      'pause_pass',
      {
        p_pass_id: passId,
        p_first_day: firstDay,
        p_last_day: lastDay,
        p_booking_ids: bookingIds,
        p_note: note,
      },
      PausedPass,
      token,
    ),
  );

export const endPause = (pauseId: string) =>
  asMember((token) => callRpc('end_pause', { p_pause_id: pauseId }, PausedPass, token));

export const fetchChannels = (familyId: string) =>
  asMember((token) => callRpc('get_family_channels', { p_family_id: familyId }, FamilyChannels, token));

/**
 * Records a parent's answer about a channel, and the family gets a mail. `profileId` is null for a guest, and `phone`
 * has the digits that staff saw.
 */
export const recordChannel = (
  familyId: string,
  profileId: string | null,
  { channel, phone }: Pick<MessageChannel, 'channel' | 'phone'>,
  isAllowed: boolean,
) =>
  asMember((token) =>
    callRpc(
      'set_family_channel',
      {
        p_family_id: familyId,
        p_profile_id: profileId,
        p_channel: channel,
        p_allowed: isAllowed,
        p_expected_phone: phone,
      },
      FamilyChannels,
      token,
    ),
  );

/** Returns everything stored about the family. The database logs a read of each person's health. */
export const exportFamily = (familyId: string) =>
  asMember((token) =>
    callRpc('export_family', { p_family_id: familyId }, v.record(v.string(), v.unknown()), token),
  );

/**
 * Deletes a family's data. Fails with `sign_in_again`, `second_factor_needed`, `family_in_use` or
 * `family_outstanding`.
 */
export const eraseFamily = (familyId: string, givesUp: boolean) =>
  asMember((token) =>
    callRpc('erase_family', { p_family_id: familyId, p_accept_loss: givesUp }, ErasedFamily, token),
  );

/** Returns the versions of each text that apply or applied. The current one is the last. */
export const fetchConsentTexts = () =>
  asMember((token) =>
    readRows('consent_texts?select=purpose,version,title,body&order=version', v.array(ConsentText), token),
  );

export const askFamily = (childId: string) =>
  asMember((token) => callRpc('ask_family_details', { p_child_id: childId }, RequestedFromParents, token));

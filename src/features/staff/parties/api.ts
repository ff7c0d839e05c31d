import {
  AnswersSettled,
  BirthdayEnquiries,
  PartyHealth,
  PartyMade,
  PartyReminded,
  PartyStatus,
  PartyDetails,
  PartyNotified,
  StaffParties,
  type PartyFields,
} from '#contract/management-parties.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc, readRows } from '#api/rpc.ts';
import { readList } from '#api/staff-list.ts';

export const fetchParties = readList('list_parties', StaffParties);

export const fetchParty = (id: string) =>
  asMember((token) => callRpc('get_party_details', { p_party_id: id }, PartyDetails, token));

/** The most enquiries that are read at once. The list of leads has the others. */
const MAX_ENQUIRIES = 20;

/** Returns the newest open enquiries, and whether there are more. */
export async function fetchEnquiries() {
  const answer = await asMember((token) =>
    readRows(
      `open_birthday_enquiries?select=*&order=enquired_at.desc,lead_id&limit=${MAX_ENQUIRIES + 1}`,
      BirthdayEnquiries,
      token,
    ),
  );
  if (!answer.ok) return answer;
  const rows = answer.value;
  return {
    ok: true,
    value: { first: rows.slice(0, MAX_ENQUIRIES), more: rows.length > MAX_ENQUIRIES },
  } as const;
}

/** The database logs this read of the health information of all guests who are coming. */
export const readPartyHealth = (id: string) =>
  asMember((token) => callRpc('get_party_health', { p_party_id: id }, PartyHealth, token));

/** The database logs this read of the health information in an answer. */
export const readAnswerHealth = (id: string) =>
  asMember((token) => callRpc('get_response_health', { p_response_id: id }, PartyHealth, token));

/** Creates a party. The browser chooses its id, so sending again makes only one party. */
export const createParty = (party: PartyFields & { party_id: string; lead_id: string | null }) =>
  asMember((token) => callRpc('create_party', { p_party: { ...party } }, PartyMade, token));

export const updateParty = (id: string, party: PartyFields, seen: string, notify: boolean) =>
  asMember((token) =>
    callRpc(
      'update_party',
      { p_party_id: id, p_party: { ...party }, p_expected: seen, p_notify: notify },
      PartyNotified,
      token,
    ),
  );

export const cancelParty = (id: string) =>
  asMember((token) => callRpc('cancel_party', { p_party_id: id, p_notify: true }, PartyStatus, token));

export const restoreParty = (id: string) =>
  asMember((token) => callRpc('restore_party', { p_party_id: id, p_notify: true }, PartyStatus, token));

export const remindParty = (id: string, recipients: 'host' | 'guests') =>
  asMember((token) =>
    callRpc('remind_party', { p_party_id: id, p_recipients: recipients }, PartyReminded, token),
  );

export const settleAnswers = (id: string, other: string, validAnswer: 'this' | 'other' | 'both') =>
  asMember((token) =>
    callRpc(
      'settle_answers',
      { p_response_id: id, p_other_id: other, p_counts: validAnswer },
      AnswersSettled,
      token,
    ),
  );

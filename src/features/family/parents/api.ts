import {
  AcceptedInvitation,
  BookingMails,
  FamilyParents,
  InvitationView,
  JoiningPreview,
  ParentInvitation,
  WithdrawnInvitation,
} from '#contract/family-parents.ts';
import { ParentProfile, type SaveProfile } from '#contract/family-people.ts';
import { MessageChannels, type PhoneChannel } from '#contract/message-channels.ts';
import { CollectionRules, PickupCode } from '#contract/pickup.ts';
import * as v from 'valibot';
import { asMember } from '#api/as-member.ts';
import { callRpc, readRows } from '#api/rpc.ts';
import { Proposal } from './proposals/proposal.ts';

/** The signed-in parent makes these requests. */

export const readProfile = () => asMember((token) => callRpc('get_parent_profile', {}, ParentProfile, token));

export const readPickupCodes = () =>
  asMember((token) => callRpc('get_pickup_codes', {}, v.array(PickupCode), token));

export const readCollectionRules = () =>
  asMember((token) => callRpc('get_collection_rules', {}, CollectionRules, token));

export const setGoingAlone = (childId: string, isAllowed: boolean) =>
  asMember((token) =>
    callRpc('set_going_alone', { p_child_id: childId, p_allowed: isAllowed }, CollectionRules, token),
  );

/**
 * Adds a person who must not collect. A `childId` of null means every child. Fails with `collector_is_parent`,
 * `list_full` or `invalid_input`.
 */
export const blockCollector = (name: string, childId: string | null, note: string) =>
  asMember((token) =>
    callRpc(
      'block_collector',
      { p_name: name, p_child_id: childId, p_note: note === '' ? null : note },
      CollectionRules,
      token,
    ),
  );

export const unblockCollector = (id: string) =>
  asMember((token) => callRpc('unblock_collector', { p_id: id }, CollectionRules, token));

export const saveProfile = (profile: SaveProfile) =>
  asMember((token) => callRpc('save_profile', { p_profile: profile }, ParentProfile, token));

/**
 * Invites a second parent, which only the primary parent may do. Fails with `family_full`, `not_allowed` or
 * `rate_limited`.
 */
export const inviteParent = (email: string) =>
  asMember((token) => callRpc('invite_parent', { p_email: email }, ParentInvitation, token));

export const withdrawInvitation = () =>
  asMember((token) => callRpc('withdraw_invitation', {}, WithdrawnInvitation, token));

export const getInvitation = (token: string) =>
  asMember((session) => callRpc('read_invitation', { p_token: token }, InvitationView, session));

export const acceptInvitation = (token: string) =>
  asMember((session) => callRpc('accept_invitation', { p_token: token }, AcceptedInvitation, session));

export const previewJoining = (token: string) =>
  asMember((session) => callRpc('preview_joining', { p_token: token }, JoiningPreview, session));

/**
 * Joins a family together with one's own. Fails with the codes of `acceptInvitation`, `collector_is_parent` or
 * `changed_meanwhile`.
 */
export const joinWithFamily = (token: string, fingerprint: string) =>
  asMember((session) =>
    callRpc('join_with_family', { p_token: token, p_expected: fingerprint }, AcceptedInvitation, session),
  );

export const removeSecondParent = () =>
  asMember((token) => callRpc('remove_second_parent', {}, FamilyParents, token));

export const leaveFamily = () => asMember((token) => callRpc('leave_family', {}, FamilyParents, token));

export const handOverFamily = () =>
  asMember((token) => callRpc('hand_over_family', {}, FamilyParents, token));

/** Stops the handover, which either parent may do until it takes effect. */
export const stopHandover = () => asMember((token) => callRpc('stop_handover', {}, FamilyParents, token));

export const setBookingMails = (isEnabled: boolean) =>
  asMember((token) => callRpc('set_booking_mails', { p_enabled: isEnabled }, BookingMails, token));

export const readMessageChannels = () =>
  asMember((token) => callRpc('get_message_channels', {}, MessageChannels, token));

/** Allows or forbids a channel. `phone` is the number that the page showed. */
export const setMessageChannel = (channel: PhoneChannel, isAllowed: boolean, phone: string | null) =>
  asMember((token) =>
    callRpc(
      'set_message_channel',
      { p_channel: channel, p_allowed: isAllowed, p_expected_phone: phone },
      MessageChannels,
      token,
    ),
  );

/** Returns pending proposals, the oldest first. Row security limits them to this family. */
export const readProposals = () =>
  asMember((token) =>
    readRows(
      'family_proposals?select=id,child_id,kind,field,value,created_at,effect,order:orders(number,parent_name,paid_at)&order=created_at,id&limit=200',
      v.array(Proposal),
      token,
    ),
  );

const Confirmed = v.object({ accepted: v.number(), left: v.number() });

/** Accepts proposals. A list holds at most six people, and `left` is the number of proposals that did not fit. */
export const confirmProposals = (ids: readonly string[]) =>
  asMember((token) => callRpc('accept_proposals', { p_ids: [...ids] }, Confirmed, token));

const Decided = v.object({ id: v.string(), accepted: v.boolean() });

/** Accepts or declines a proposal. Fails with `proposal_not_found`, `list_full` or `consent_text_changed`. */
export const decideProposal = (id: string, accept: boolean) =>
  asMember((token) => callRpc(accept ? 'accept_proposal' : 'decline_proposal', { p_id: id }, Decided, token));

import {
  type ChatFamily,
  type ChatList,
  ChatMarked,
  type ChatParent,
  FamilyChats,
} from '#contract/family-chats.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';

const argumentsOf = (list: ChatList) =>
  'messageId' in list
    ? { p_place_ids: null, p_message_id: list.messageId }
    : { p_place_ids: [...list.placeIds], p_message_id: null };

/** Returns at most 300 families. The list starts after `after`, which is the id of a family or waitlist entry. */
export const fetchFamilyChats = (list: ChatList, after: string | null = null) =>
  asMember((token) =>
    callRpc('get_family_chats', { ...argumentsOf(list), p_after: after }, FamilyChats, token),
  );

export const markChatSent = (
  list: ChatList,
  { family_id, entry_id }: ChatFamily,
  { profile_id }: ChatParent,
) =>
  asMember((token) =>
    callRpc(
      'mark_chat_sent',
      { ...argumentsOf(list), p_recipient: { family_id, entry_id, profile_id } },
      ChatMarked,
      token,
    ),
  );

export const undoChatSent = (markId: string) =>
  asMember((token) => callRpc('undo_chat_sent', { p_mark_id: markId }, ChatMarked, token));

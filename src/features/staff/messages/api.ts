import {
  type AudienceKey,
  MessageAudiences,
  type MessageDraft,
  type MessageKind,
  MessagePreview,
  MessageReach,
  MessageSent,
  MessageStopped,
  MessageDetails,
  MessageTried,
  StaffMessages,
} from '#contract/management-messages.ts';
import { asMember } from '#api/as-member.ts';
import { callFunction } from '#api/functions.ts';
import { callRpc } from '#api/rpc.ts';

const PREVIEW_MS = 15_000;

export const fetchMessages = (
  p_filter: Record<string, string>,
  p_sort: string,
  p_after: string | null,
  p_limit: number,
) =>
  asMember((token) => callRpc('list_messages', { p_filter, p_sort, p_after, p_limit }, StaffMessages, token));

export const fetchMessage = (id: string) =>
  asMember((token) => callRpc('get_message', { p_id: id }, MessageDetails, token));

export const fetchAudiences = () =>
  asMember((token) => callRpc('get_message_audiences', {}, MessageAudiences, token));

export const fetchReach = (audience: AudienceKey, kind: MessageKind) =>
  asMember((token) => callRpc('count_message', { p_audience: audience, p_kind: kind }, MessageReach, token));

/** Renders a preview with the same function that renders the real mail. */
export const fetchPreview = (message: MessageDraft) =>
  asMember((token) => callFunction('message-preview', { message }, MessagePreview, PREVIEW_MS, token));

export const tryMessage = (message: MessageDraft) =>
  asMember((token) => callRpc('try_message', { p_message: message }, MessageTried, token));

/** Sends a message. The browser chooses the id, so sending again after a lost answer sends only one message. */
export const sendMessage = (id: string, message: MessageDraft) =>
  asMember((token) => callRpc('send_message', { p_id: id, p_message: message }, MessageSent, token));

export const stopMessage = (id: string) =>
  asMember((token) => callRpc('stop_message', { p_id: id }, MessageStopped, token));

import type { ErrorCode } from '#contract/errors.ts';
import type { ChatFamily, ChatParent, ChatPlace, ChatSent, FamilyChats } from '#contract/family-chats.ts';
import { joinNames, longPlaceText } from '#contract/place-names.ts';
import { plural } from '#contract/plural.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatDate, formatMoment } from '#domain/dates.ts';
import { chatMessages } from '#ui/staff/chat-messages.ts';
import { staffRefusals } from '#ui/staff/error-messages.ts';
import { isWrittenTo, placesOf } from './model.ts';

export const messages = {
  title: 'Write to families',
  loading: 'Loading...',
  failed: 'The numbers did not load.',
  nothingChosen: 'Choose a class, a camp or a message first.',
  nothingChosenText: 'Open it from the roster, the schedule or your messages, and press “Write to families”.',
  none: 'There are no families to write to.',
  logged: 'We log that you viewed these numbers, and each family can see it.',
  how: 'WhatsApp opens with the message filled in. Send it there, then mark it as sent here, so that nobody writes twice.',
  message: (subject: string) => `Message: ${subject}`,
  more: 'Show more families',
  count: (families: readonly ChatFamily[]) =>
    `${families.filter(isWrittenTo).length} of ${plural(families.length, 'family', 'families')} written to`,
  words: 'What you want to say',
  wordsHint:
    'Each message begins with the parent’s name, the child, the class or camp, its location and its day.',
  example: 'The first message',
  copy: 'Copy numbers',
  copied: 'Numbers copied.',
  notCopied: 'Your browser did not allow copying. You can print the list.',
  print: 'Print',
  parent: 'Parent',
  noWhatsapp: 'This parent does not want WhatsApp messages. Please call.',
} as const;

/** Prepared texts for a class or camp that takes place, each with the label of its button. */
export const usualTexts: readonly (readonly [label: string, text: string])[] = [
  ['Watching the rain', 'It is raining. We are watching the weather and will write again before we start.'],
  ['We start as planned', 'It is raining, but we start as planned. Please bring a dry T-shirt.'],
  ['30 minutes later', 'We start 30 minutes later because of the rain.'],
  ['Under cover', 'We are moving under cover. The time and the base stay the same.'],
];

/** Returns the prepared text about cancelled days of a camp that goes on, with the label of its button, or null. */
export function cancelledDaysText({
  occasion,
  places,
}: Pick<FamilyChats, 'occasion' | 'places'>): readonly [label: string, text: string] | null {
  const days = occasion === 'notice' ? places.flatMap((place) => place.cancelled_days) : [];
  // The texts of several camps would differ, and each family gets the same one.
  if (days.length === 0 || places.length > 1) return null;
  const names = joinNames(days.map(({ day }) => formatDate(day, { year: false })));
  const reasons = joinNames([...new Set(days.map(({ reason }) => reason))]);
  return [
    `No camp on ${names}`,
    `We are sorry, there is no camp on ${names} (${reasons}). Our e-mail explains what happens next. Can we help?`,
  ];
}

/** The longest text that fits into a WhatsApp link. */
export const TEXT_MAX = 1000;

/** Returns the text that is filled in at first. If a message is too long for a chat, the text only announces it. */
export function firstText(chats: FamilyChats): string {
  const { occasion, message } = chats;
  if (occasion === 'cancelled') return 'Our e-mail explains what happens next. Can we help?';
  if (message === null) return (cancelledDaysText(chats) ?? usualTexts[0])?.[1] ?? '';
  return message.body.length <= TEXT_MAX
    ? message.body
    : `${message.subject}. Please read the details in our e-mail.`;
}

const childrenAt = ({ children }: ChatFamily, { id }: ChatPlace) =>
  joinNames(children.filter(({ place_ids }) => place_ids.includes(id)).map(({ given_name }) => given_name));

/** Returns the prepared message for a parent. */
export function chatText(
  { occasion, places }: FamilyChats,
  family: ChatFamily,
  { name }: ChatParent,
  text: string,
): string {
  const lines = placesOf(family, places).map((place) => {
    const reason = occasion === 'cancelled' && place.reason !== null ? ` (${place.reason})` : '';
    return `${childrenAt(family, place)}: ${longPlaceText(place)}${reason}`;
  });
  const about = occasion === 'cancelled' ? chatMessages.cancelled : '';
  return [[chatMessages.hello(name), about].filter(Boolean).join(' '), lines.join('\n'), text.trim()]
    .filter(Boolean)
    .join('\n\n');
}

/**
 * Returns the name of a row. It names the children, the class or camp, the base and the day. If there are no children,
 * it names the parent.
 */
export function familyName(family: ChatFamily, places: readonly ChatPlace[]): string {
  const names = family.children.map(({ name }) => name);
  const placeTexts = placesOf(family, places).map(longPlaceText);
  return [joinNames(names), ...placeTexts].filter(Boolean).join(', ');
}

const parentOf = (parent: string, about: string) => `${parent}${about && `, parent of ${about}`}`;
export const actionMessages = {
  write: 'Open WhatsApp',
  writeTo: (parent: string, about: string) => `Open WhatsApp for ${parentOf(parent, about)}`,
  call: (number: string, parent: string, about: string) => `Call ${number}, ${parentOf(parent, about)}`,
  mark: 'Mark as sent',
  markOf: (parent: string, about: string) => `Mark as sent to ${parentOf(parent, about)}`,
  sent: ({ at, by }: ChatSent) => `Sent ${formatMoment(at)}${by === null ? '' : ` by ${by}`}`,
  again: 'Mark as sent again',
  againOf: (parent: string, about: string) => `Mark as sent again to ${parentOf(parent, about)}`,
  undo: 'Undo',
  undoOf: (parent: string, about: string) => `Undo “Mark as sent” for ${parentOf(parent, about)}`,
} as const;

export const refusals: OwnMessages = {
  ...staffRefusals,
  not_allowed: 'You can only write to families of the classes and camps that you coach today.',
  family_not_found: 'This family is no longer on the list. Please load the page again.',
  too_late: 'You marked this more than ten minutes ago, so it can no longer be undone.',
};
const failures: Partial<Record<ErrorCode, string>> = {
  not_allowed: 'You can only write to families of the classes and camps that you coach today.',
  message_not_found: 'We can’t find this message. Please open it again from Messages.',
  place_not_found: 'One of these classes or camps is no longer on the schedule.',
  invalid_input:
    'News and offers go by e-mail only, because families have not agreed to get them on their phones.',
};
export const failureText = (code: ErrorCode): string | undefined => failures[code];

import * as v from 'valibot';
import { brand } from '../../contract/brand.ts';
import { longWhoAndWhere } from '../../contract/place-names.ts';
import { OrderSession, QuoteCamp } from '../../contract/places.ts';
import { hoursOf } from '../mails/place-change.ts';
import { say } from '../mails/say.ts';

const text = v.nullish(v.string());

export const PhonePayload = v.object({
  parent_name: text,
  occasion: v.picklist(['cancelled', 'changed', 'held', 'message']),
  reason: text,
  subject: text,
  words: text,
  places: v.array(
    v.object({
      session: v.optional(OrderSession),
      camp: v.optional(QuoteCamp),
      children: v.array(v.string()),
    }),
  ),
});
type PhonePayload = v.InferOutput<typeof PhonePayload>;

/** The three texts that are filled into the template of WhatsApp. Each is a single line. */
export interface PhoneText {
  name: string;
  about: string;
  words: string;
}

const NAME_MAX = 60;
/** The longest texts. Together with the template's own words they stay below the 1024 characters of WhatsApp. */
const ABOUT_MAX = 380;
const WORDS_MAX = 400;
/** The longest sentence. A sentence that was changed in Studio may be longer than the original. */
const PARAMETER_MAX = 450;

/** WhatsApp refuses line breaks and tabs in a template's parameters. */
const line = (words: string) => words.replaceAll(/\s+/g, ' ').trim();
const clip = (words: string, most: number) =>
  words.length <= most ? words : `${words.slice(0, most - 1).trimEnd()}…`;

export function phoneText(payload: PhonePayload): PhoneText {
  return {
    name: clip(line(payload.parent_name ?? ''), NAME_MAX) || 'there',
    about: clip(
      payload.places.map((place) => line(longWhoAndWhere(place.children, place))).join('; '),
      ABOUT_MAX,
    ),
    words: clip(line(wordsOf(payload)), PARAMETER_MAX),
  };
}

function wordsOf({ occasion, reason, subject, words, places }: PhonePayload): string {
  const because = reason ? ` (${clip(line(reason), 200)})` : '';
  if (occasion === 'cancelled')
    return say`We are sorry, we had to cancel this${because}. Our e-mail says what happens next.`;
  if (occasion === 'held')
    return say`This takes place after all, at the usual time. Please bring your child as planned.`;
  if (occasion === 'changed')
    return [
      say`The base or the time has changed${because}. The new base and day are above.`,
      ...places.map((place) => say`Hours: ${hoursOf(place)}.`),
      say`Details are in our e-mail.`,
    ].join(' ');
  const said = line(words ?? '');
  return said.length <= WORDS_MAX
    ? said
    : say`${clip(line(subject ?? ''), 150)}. Please read the details in our e-mail.`;
}

export const smsText = ({ name, about, words }: PhoneText): string =>
  say`Hello ${name}, this is ${brand.name} about ${about}: ${words} Questions? Reply to our e-mail.`;

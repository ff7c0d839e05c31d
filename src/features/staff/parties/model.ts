import {
  type BirthdayEnquiry,
  GUESTS_MAX,
  type PartyAnswer,
  type PartyFields,
  type PartyHealth,
  type PartyDetails,
} from '#contract/management-parties.ts';
import { isEmail } from '#contract/contact.ts';
import { formatPhone } from '#contract/phone-format.ts';
import { paths } from '#config/paths.ts';
import { momentOf, timeOf, today } from '#domain/dates.ts';
import type { Faults } from '#domain/fault.ts';
import { toE164, readPhone } from '#domain/phone.ts';

export interface PartyOptions {
  forms: FormMessages[];
  packages: PackageChoice[];
}

/** The texts of a form, which the content defines. They label the answers. */
export interface FormMessages {
  id: string;
  title: string;
  fields: { key: string; label: string; options: { value: string; label: string }[] }[];
}
interface PackageChoice {
  id: string;
  name: string;
}

/** What was typed in the form. The day and the hours are in Singapore time. */
export interface PartyDraft {
  title: string;
  host_name: string;
  host_email: string;
  host_phone: string;
  day: string;
  from: string;
  until: string;
  place: string;
  head_count: string;
  offer_id: string;
  form_id: string;
}

const empty: PartyDraft = {
  title: '',
  host_name: '',
  host_email: '',
  host_phone: '',
  place: '',
  head_count: '',
  day: '',
  from: '10:00',
  until: '12:00',
  offer_id: '',
  form_id: '',
};

export const draftOf = (enquiry: BirthdayEnquiry | null): PartyDraft =>
  enquiry === null
    ? empty
    : {
        ...empty,
        host_name: enquiry.name,
        host_email: enquiry.email ?? '',
        host_phone: enquiry.phone === null ? '' : formatPhone(enquiry.phone),
        day: enquiry.preferred_date ?? '',
        head_count: enquiry.guests === null ? '' : String(enquiry.guests),
        offer_id: enquiry.offer_id ?? '',
      };

export function draftFrom({ party, offer_id, form_id }: PartyDetails): PartyDraft {
  const { title, host_name, host_email, host_phone, starts_at, ends_at, place, head_count } = party;
  return {
    title,
    host_name,
    host_email: host_email ?? '',
    host_phone: host_phone === null ? '' : formatPhone(host_phone),
    place,
    day: today(new Date(starts_at)),
    from: timeOf(starts_at),
    until: timeOf(ends_at),
    head_count: String(head_count),
    offer_id: offer_id ?? '',
    form_id: form_id ?? '',
  };
}

const TIME = /^\d{2}:\d{2}$/;
/** The shortest party that SQL accepts, in minutes. */
const MIN_LONG = 15;

/**
 * Returns what is wrong with the form. SQL checks the party again. `wasAt` is the start before the change, which may
 * be in the past.
 */
export function faultsOf(draft: PartyDraft, wasAt: string | null = null): Faults {
  const faults: Faults = {};
  for (const field of ['title', 'host_name', 'place', 'day'] as const)
    if (draft[field].trim() === '') faults[field] = { kind: 'missing' };
  if (draft.host_email.trim() !== '' && !isEmail(draft.host_email.trim()))
    faults['host_email'] = { kind: 'email_form' };
  const phone = draft.host_phone.trim() === '' ? null : readPhone(draft.host_phone);
  if (phone !== null && !('e164' in phone)) faults['host_phone'] = phone;
  const headCount = Number(draft.head_count);
  if (draft.head_count.trim() === '') faults['head_count'] = { kind: 'missing' };
  else if (!Number.isInteger(headCount) || headCount < 1 || headCount > GUESTS_MAX)
    faults['head_count'] = { kind: 'out_of_range', least: 1, most: GUESTS_MAX };
  if (!TIME.test(draft.from)) faults['from'] = { kind: 'missing' };
  if (!TIME.test(draft.until)) faults['until'] = { kind: 'missing' };
  if (faults['day'] || faults['from'] || faults['until']) return faults;
  const starts = Date.parse(momentOf(draft.day, draft.from));
  if (starts <= Date.now() && (wasAt === null || starts !== Date.parse(wasAt)))
    faults['day'] = { kind: 'day_over' };
  if (Date.parse(momentOf(draft.day, draft.until)) < starts + MIN_LONG * 60_000)
    faults['until'] = { kind: 'not_accepted' };
  return faults;
}

export function bodyOf(draft: PartyDraft): PartyFields {
  const text = (value: string) => (value.trim() === '' ? null : value.trim());
  const phone = text(draft.host_phone);
  return {
    title: draft.title.trim(),
    host_name: draft.host_name.trim(),
    host_email: text(draft.host_email),
    host_phone: phone === null ? null : toE164(phone),
    starts_at: momentOf(draft.day, draft.from),
    ends_at: momentOf(draft.day, draft.until),
    place: draft.place.trim(),
    head_count: Number(draft.head_count),
    offer_id: text(draft.offer_id),
    form_id: text(draft.form_id),
  };
}

/** Returns the field of the form for a path. The form has a day and hours, and the request has two points in time. */
export const fieldOf = (path: string): string => ({ starts_at: 'day', ends_at: 'until' })[path] ?? path;

export const movedIn = (draft: PartyDraft, before: PartyDraft): boolean =>
  (['day', 'from', 'until', 'place'] as const).some((field) => draft[field].trim() !== before[field].trim());

/** Returns the link with which guests open the party. It contains the party's code. */
export const linkOf = (code: string): string =>
  `${location.origin}${paths.birthdayRsvp}?${new URLSearchParams({ party: code }).toString()}`;

/** Labels the answer with the texts of its form. If the form no longer exists, the fields' names are used. */
export function answerLines(
  answer: PartyAnswer,
  forms: readonly FormMessages[],
): [label: string, text: string][] {
  const fields = forms.find(({ id }) => id === answer.form_id)?.fields ?? [];
  const orderOf = (key: string) => {
    const at = fields.findIndex((field) => field.key === key);
    return at < 0 ? fields.length : at;
  };
  return Object.entries(answer.answers)
    .sort(([one], [other]) => orderOf(one) - orderOf(other))
    .map(([key, value]) => {
      const field = fields.find((candidate) => candidate.key === key);
      const word = (optionValue: unknown) =>
        field?.options.find((option) => option.value === optionValue)?.label ?? answerText(optionValue);
      return [field?.label ?? key, Array.isArray(value) ? value.map(word).join(', ') : word(value)];
    });
}

function answerText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Returns the health information by guest. The name is null if the answer names no guest. */
export const healthLines = (
  health: PartyHealth,
  forms: readonly FormMessages[],
): { who: string | null; text: string }[] =>
  health.map(({ guest, details }) => ({
    who: guest,
    text: Object.entries(details)
      .map(([key, value]) => {
        const label = forms.flatMap(({ fields }) => fields).find((field) => field.key === key)?.label;
        return label === undefined || key === 'allergies'
          ? answerText(value)
          : `${label}: ${answerText(value)}`;
      })
      .join('; '),
  }));

/** A row of the file. It is a guest, or an answer that names no guest. */
export interface GuestRow {
  answer: PartyAnswer;
  guest: PartyAnswer['guests'][number] | null;
}
export const guestRows = (answers: readonly PartyAnswer[]): GuestRow[] =>
  answers.flatMap((answer): GuestRow[] =>
    answer.guests.length === 0
      ? [{ answer, guest: null }]
      : answer.guests.map((guest) => ({ answer, guest })),
  );

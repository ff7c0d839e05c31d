import type { BookableSessions } from '#contract/family-booking.ts';
import {
  AgreeTeam,
  BookClass,
  CorrectChild,
  CorrectParent,
  type FamilyPage,
  GrantCredit,
  SetLevel,
} from '#contract/management-families.ts';
import type * as v from 'valibot';
import type { Answer, Failure } from '#api/errors.ts';
import { today } from '#domain/dates.ts';
import type { Fault, Faults } from '#domain/fault.ts';
import { dateOf, partsOfDate } from '#domain/person.ts';
import { toE164 } from '#domain/phone.ts';
import { checkFields } from '#ui/kit/form/check.ts';
import { type FormField, fieldsOf, type Values } from '#ui/kit/form/field.ts';
import { createForm } from '#ui/kit/form/form.ts';
import { faultMessage } from '#ui/people/messages.ts';
import * as api from './api.ts';
import { changeMessages as words } from './change-messages.ts';

type Child = FamilyPage['children'][number];
type Pass = FamilyPage['passes'][number];

/**
 * Sends a request as an action of the page and shows the result. Returns null if another action is
 * running.
 */
export type Send = <Value>(
  request: () => Promise<Answer<Value>>,
  messageOf: (value: Value) => string,
) => Promise<Answer<Value> | null>;

interface Rules<Body, Value> {
  title: string;
  /** The text says what this form cannot change, and who can change it. */
  note?: string;
  /** True if the change takes something away that cannot be given back on this page. */
  harm?: boolean;
  fields: readonly FormField[];
  /** The latest day of a date. It is today if missing. */
  latestDay?: string;
  /** Returns errors that concern several fields. */
  check?: (values: Values) => Faults;
  /** Returns the sentence of an error that only this form has, or null. */
  faultOf?: (fault: Fault, path: string) => string | null;
  before: Values;
  save: string;
  bodyOf: (values: Values) => Body;
  request: (body: Body) => Promise<Answer<Value>>;
  messageOf: (value: Value) => string;
}

export interface Change {
  title: string;
  note: string | null;
  harm: boolean;
  fields: readonly FormField[];
  save: string;
  faultOf: (fault: Fault, path: string) => string;
  form: Pick<
    ReturnType<typeof createForm<v.GenericSchema, Values, unknown, Failure>>,
    '$values' | '$faults' | '$failedSubmits' | 'change' | 'submit'
  >;
}
export type MakeChange = (send: Send, onSent: () => void) => Change;

export function createChange<Schema extends v.GenericSchema, Value>(
  schema: Schema,
  {
    title,
    note,
    harm = false,
    fields,
    latestDay = today(),
    check,
    faultOf,
    before,
    save,
    bodyOf,
    request,
    messageOf,
  }: Rules<v.InferInput<Schema>, Value>,
): MakeChange {
  return (send, onSent) => ({
    title,
    note: note ?? null,
    harm,
    fields,
    save,
    faultOf: (fault, path) => faultOf?.(fault, path) ?? faultMessage(fault),
    form: createForm(schema, {
      empty: before,
      read(values) {
        const faults = { ...check?.(values), ...checkFields(fields, values, latestDay) };
        return { faults, body: Object.keys(faults).length > 0 ? null : bodyOf(values) };
      },
      send: (body) => send(() => request(body), messageOf),
      onSent() {
        onSent();
        return null;
      },
      // The page itself shows the outcome of each action.
      onRefused: () => null,
      fieldOf: (path) => fields.find((field) => path.endsWith(field.path))?.path ?? null,
    }),
  });
}

const dobOf = (typedDate: string) => dateOf(partsOfDate(typedDate)) ?? '';
export const readValue = (values: Values, path: string) => (values[path] ?? '').trim();

export function correctChild({ id, name, dob }: Child): MakeChange {
  const field = fieldsOf(CorrectChild);
  const noteId = crypto.randomUUID();
  return createChange(CorrectChild, {
    title: words.correct(name),
    save: words.saveCorrection,
    before: { name, dob, reason: '' },
    fields: [
      field('name', 'text', words.name, { required: true }),
      field('dob', 'birth', words.dob, { required: true }),
      field('reason', 'text', words.reason, { required: true }),
    ],
    bodyOf: (values) => ({
      name: readValue(values, 'name'),
      dob: dobOf(readValue(values, 'dob')),
      reason: readValue(values, 'reason'),
    }),
    request: ({ reason, ...fields }) => api.correct(noteId, 'child', id, fields, reason),
    messageOf: words.corrected,
  });
}

interface Contact {
  name: string;
  email: string | null;
  phone: string | null;
}
/**
 * Creates the form for a contact. `owner.guest` is a family without an account, whose e-mail address may be corrected,
 * too.
 */
export function correctContact(owner: { parent: string } | { guest: string }, contact: Contact): MakeChange {
  const field = fieldsOf(CorrectParent);
  const noteId = crypto.randomUUID();
  const isGuest = 'guest' in owner;
  return createChange(CorrectParent, {
    title: words.correct(contact.name === '' ? (contact.email ?? '') : contact.name),
    save: words.saveCorrection,
    ...(!isGuest && { note: words.accountEmail }),
    before: { name: contact.name, email: contact.email ?? '', phone: contact.phone ?? '', reason: '' },
    fields: [
      field('name', 'text', words.parentName, { required: true }),
      ...(isGuest ? [field('email', 'text', words.email, { required: true })] : []),
      field('phone', 'phone', words.phone),
      field('reason', 'text', words.reason, { required: true }),
    ],
    bodyOf: (values) => ({
      name: readValue(values, 'name'),
      phone: readValue(values, 'phone') === '' ? null : toE164(readValue(values, 'phone')),
      ...(isGuest && { email: readValue(values, 'email') }),
      reason: readValue(values, 'reason'),
    }),
    request: ({ reason, ...fields }) =>
      isGuest
        ? api.correct(noteId, 'guest', owner.guest, fields, reason)
        : api.correct(noteId, 'parent', owner.parent, fields, reason),
    messageOf: words.corrected,
  });
}

const levels = Array.from({ length: 8 }, (_, index) => ({
  value: String(index + 1),
  label: words.levelOption(index + 1),
}));
export function setLevel({ id, name }: Child): MakeChange {
  const field = fieldsOf(SetLevel);
  return createChange(SetLevel, {
    title: words.levelOf(name),
    save: words.saveLevel,
    // No level is preselected, because saving one is an assessment. After an assessment, what the parents said no
    // longer counts.
    before: { level: '', note: '' },
    fields: [
      field('level', 'choice', words.level, { required: true, options: levels }),
      field('note', 'area', words.levelNote),
    ],
    bodyOf: (values) => ({ level: Number(values['level']), note: readValue(values, 'note') || null }),
    request: ({ level, note }) => api.setLevel(id, level, note),
    messageOf: ({ current_level: level }) => words.levelSet(name, level),
  });
}

export function agreeTeam({ id, name }: Child, teams: FamilyPage['teams']): MakeChange {
  const field = fieldsOf(AgreeTeam);
  const teamName = (team: string) => teams.find((candidate) => candidate.id === team)?.name ?? team;
  return createChange(AgreeTeam, {
    title: words.teamOf(name),
    save: words.saveTeam,
    before: { team: '', agreed: 'yes' },
    fields: [
      field('team', 'choice', words.team, {
        required: true,
        options: teams.map((team) => ({ value: team.id, label: team.name })),
      }),
      field('agreed', 'choice', words.agreed, { required: true, options: words.agreedOptions }),
    ],
    bodyOf: (values) => ({
      team: values['team'] as v.InferInput<typeof AgreeTeam>['team'],
      agreed: values['agreed'] === 'yes',
    }),
    request: ({ team, agreed }) => api.agreeTeam(id, team, agreed),
    messageOf: ({ agreed_teams }) => words.teamsNow(name, agreed_teams.map(teamName)),
  });
}

export function bookClass({ id, name }: Child, { sessions, children }: BookableSessions): MakeChange {
  const field = fieldsOf(BookClass);
  const childSessions = children.find(({ child_id }) => child_id === id)?.sessions ?? [];
  const options = sessions.flatMap(({ session, spots_left }) => {
    const childSession = childSessions.find(({ session_id }) => session_id === session.session_id);
    return childSession?.pass_id && (spots_left > 0 || childSession.is_reserved)
      ? [{ value: session.session_id, label: words.sessionOption(session) }]
      : [];
  });
  return createChange(BookClass, {
    title: words.bookOf(name),
    save: words.saveBooking,
    before: { session_id: '' },
    fields: [
      field('session_id', 'choice', options.length === 0 ? words.noSession : words.session, {
        required: true,
        options,
      }),
    ],
    bodyOf: (values) => ({ session_id: readValue(values, 'session_id') }),
    request: ({ session_id }) => api.bookSession(id, session_id),
    messageOf: ({ session, credits_left }) => words.booked(name, session, credits_left),
  });
}

export function giveCredits({ id, title, credits }: Pass, child: string): MakeChange {
  const field = fieldsOf(GrantCredit);
  const countOptions = Array.from({ length: 10 }, (_, index) => ({
    value: String(index + 1),
    label: String(index + 1),
  }));
  return createChange(GrantCredit, {
    title: words.creditsOf(child, title),
    save: words.saveCredits,
    before: { direction: 'give', delta: '1', reason: '' },
    fields: [
      field('direction', 'choice', words.direction(credits), { required: true, options: words.directions }),
      field('delta', 'choice', words.count, { required: true, options: countOptions }),
      field('reason', 'text', words.creditReason, { required: true }),
    ],
    bodyOf: (values) => ({
      delta: Number(values['delta']) * (values['direction'] === 'take' ? -1 : 1),
      reason: readValue(values, 'reason'),
    }),
    request: ({ delta, reason }) => api.giveCredits(id, delta, reason),
    messageOf: ({ credits_left }) => words.creditsNow(child, credits_left),
  });
}

import * as v from 'valibot';
import { type Settings, SettingValue } from '#contract/management-settings.ts';
import { settingLines } from '#ui/staff/setting-lines.ts';
import type { Faults } from '#domain/fault.ts';
import type { FormField, Values } from '#ui/kit/form/field.ts';
import type { Entry } from './entry.ts';
import { boundsMessage, formMessages as words, periodName, valueMessage } from './messages.ts';

const PERIOD = 'keep.';

/** Returns the entries by topic. Those without a text come last. */
export function entriesOf({ settings, retention, may_change_safety }: Settings): Entry[] {
  const place = (name: string) => settingLines.findIndex((line) => line.name === name);
  const last = settingLines.length;
  const ofSettings = settings.map((setting): Entry => {
    const line = settingLines.find(({ name }) => name === setting.name);
    return {
      id: setting.name,
      topic: line?.topic ?? 'other',
      label: line?.label ?? setting.name.replaceAll('_', ' '),
      what: line?.what ?? '',
      value: setting.value,
      default: setting.default,
      changes: setting.changes,
      canChange: !setting.is_fixed && (!setting.is_safety || may_change_safety),
      source: { kind: 'setting', setting },
    };
  });
  return [
    ...ofSettings.toSorted(
      (a, b) => ((place(a.id) + last + 1) % (last + 1)) - ((place(b.id) + last + 1) % (last + 1)),
    ),
    ...retention.map((period): Entry => ({
      id: PERIOD + period.class,
      topic: 'retention',
      label: periodName(period.class),
      what: period.what,
      value: period.keep,
      default: period.default,
      changes: period.changes,
      canChange: period.keep !== null && may_change_safety,
      source: { kind: 'period', period },
    })),
  ];
}

export function findEntries(entries: readonly Entry[], text: string): Entry[] {
  const queryWords = text.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter((entry) => {
    const searchableText =
      `${entry.id.replaceAll(/[_.]/g, ' ')} ${entry.label} ${entry.what} ${valueMessage(entry)}`.toLowerCase();
    return queryWords.every((word) => searchableText.includes(word));
  });
}

export const Body = v.object({ value: SettingValue });
export type Body = v.InferOutput<typeof Body>;

const rolePath = (role: string) => `role.${role}`;
/** The roles that can be added. A business admin always needs the second factor. */
const otherRoles = ['coach', 'marketer', 'admin'] as const;

export function formOf(entry: Entry): { fields: readonly FormField[]; values: Values } {
  const { source } = entry;
  const hint = boundsMessage(entry);
  if (source.kind === 'period') {
    const [, amount = '', unit = 'day'] = /^(\d+) (day|mon|year)/.exec(source.period.keep ?? '') ?? [];
    return {
      fields: [
        { path: 'value', kind: 'text', label: words.amount, hint, maxLength: 4, required: true },
        { path: 'unit', kind: 'choice', label: words.unit, options: words.units, required: true },
      ],
      values: { value: amount, unit: unit === 'mon' ? 'month' : unit },
    };
  }
  const { kind, value } = source.setting;
  if (kind === 'switch')
    return {
      fields: [{ path: 'value', kind: 'tick', label: entry.label }],
      values: { value: value === true ? 'true' : '' },
    };
  if (kind === 'roles')
    return {
      fields: otherRoles.map((role) => ({ path: rolePath(role), kind: 'tick', label: words.roles[role] })),
      values: Object.fromEntries(
        otherRoles.map((role) => [
          rolePath(role),
          Array.isArray(value) && value.includes(role) ? 'true' : '',
        ]),
      ),
    };
  return {
    fields: [
      {
        path: 'value',
        kind: 'text',
        label: entry.label,
        hint,
        maxLength: kind === 'text' ? 300 : 12,
        required: !source.setting.is_optional,
        autoComplete: 'off',
      },
    ],
    values: {
      value: kind === 'time' ? String(value).slice(0, 5) : value === null ? '' : value.toString(),
    },
  };
}

const NUMBER = /^\d+([.]\d+)?$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/;

/** Returns either the typed value or its errors. */
export function readValue({ source }: Entry, values: Values): { faults: Faults; body: Body | null } {
  const text = (values['value'] ?? '').trim();
  const invalid = (fault: Faults[string]) => ({ faults: { value: fault }, body: null });
  const valid = (value: SettingValue) => ({ faults: {}, body: { value } });
  if (source.kind === 'period') {
    if (!/^[1-9]\d{0,3}$/.test(text)) return invalid({ kind: 'not_a_number' });
    const unit = values['unit'] ?? 'day';
    return valid(`${text} ${unit}${text === '1' ? '' : 's'}`);
  }
  const { kind, is_optional, least, most } = source.setting;
  if (kind === 'switch') return valid(text === 'true');
  if (kind === 'roles')
    return valid([...otherRoles.filter((role) => values[rolePath(role)] === 'true'), 'business_admin']);
  if (text === '') return is_optional ? valid(null) : invalid({ kind: 'missing' });
  if (kind === 'text') return valid(text);
  if (kind === 'time') return TIME.test(text) ? valid(text) : invalid({ kind: 'not_accepted' });
  const isNumber = NUMBER.test(text) && (kind === 'number' || Number.isInteger(Number(text)));
  if (!isNumber) return invalid({ kind: 'not_a_number' });
  const number = Number(text);
  return number < least || number > most ? invalid({ kind: 'out_of_range', least, most }) : valid(number);
}

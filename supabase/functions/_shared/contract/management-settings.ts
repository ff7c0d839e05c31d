import * as v from 'valibot';

/** Settings, for staff (docs/decisions "Settings on a screen"). Times are ISO 8601. */

const text = v.nullable(v.string());
export const SettingValue = v.nullable(v.union([v.number(), v.string(), v.boolean(), v.array(v.string())]));
export type SettingValue = v.InferOutput<typeof SettingValue>;

const changes = v.array(v.object({ at: v.string(), who: text, before: SettingValue, after: SettingValue }));

export const Setting = v.object({
  name: v.string(),
  value: SettingValue,
  kind: v.picklist(['whole', 'number', 'switch', 'time', 'roles', 'text']),
  is_optional: v.boolean(),
  is_fixed: v.boolean(),
  is_safety: v.boolean(),
  least: v.number(),
  most: v.number(),
  default: SettingValue,
  changes,
});
export type Setting = v.InferOutput<typeof Setting>;

export const RetentionPeriod = v.object({
  class: v.string(),
  keep: text,
  action: v.picklist(['delete', 'anonymise']),
  what: v.string(),
  why: v.string(),
  least: v.string(),
  changes,
});
export type RetentionPeriod = v.InferOutput<typeof RetentionPeriod>;

export const Settings = v.object({
  settings: v.array(Setting),
  retention: v.array(RetentionPeriod),
  may_change_safety: v.boolean(),
});
export type Settings = v.InferOutput<typeof Settings>;

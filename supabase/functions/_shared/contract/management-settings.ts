import * as v from 'valibot';

/** Settings, for staff (docs/decisions "Settings on a screen"). Times are ISO 8601. */

const text = v.nullable(v.string());
/** The value of a setting. If it is a list, it contains names of roles. */
export const SettingValue = v.nullable(v.union([v.number(), v.string(), v.boolean(), v.array(v.string())]));
export type SettingValue = v.InferOutput<typeof SettingValue>;

const changes = v.array(v.object({ at: v.string(), who: text, before: SettingValue, after: SettingValue }));

/** A column of `settings`, with its latest changes. */
export const Setting = v.object({
  name: v.string(),
  value: SettingValue,
  /** `whole` is a whole number, `time` is a time of day, and `roles` is a list of roles. */
  kind: v.picklist(['whole', 'number', 'switch', 'time', 'roles', 'text']),
  /** True if the value may be null. */
  is_optional: v.boolean(),
  /** True if nobody can change it on the screen. */
  is_fixed: v.boolean(),
  /** True if only business admins may change it. */
  is_safety: v.boolean(),
  least: v.number(),
  most: v.number(),
  default: SettingValue,
  changes,
});
export type Setting = v.InferOutput<typeof Setting>;

/** How long a kind of data is kept. */
export const RetentionPeriod = v.object({
  class: v.string(),
  /** An interval such as "90 days". Null if each row has its own date. */
  keep: text,
  action: v.picklist(['delete', 'anonymise']),
  /** Which data the period covers and when it begins, in sentences for admins. */
  what: v.string(),
  /** Why the data is kept for so long. */
  why: v.string(),
  /** The shortest period that can be set. */
  least: v.string(),
  /** The period that applies if nobody changes it. Null if each row has its own date. */
  default: text,
  changes,
});
export type RetentionPeriod = v.InferOutput<typeof RetentionPeriod>;

/** Answer of `get_settings`. */
export const Settings = v.object({
  settings: v.array(Setting),
  retention: v.array(RetentionPeriod),
  /** True if the caller is a business admin. */
  may_change_safety: v.boolean(),
});
export type Settings = v.InferOutput<typeof Settings>;

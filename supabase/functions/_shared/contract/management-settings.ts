import * as v from 'valibot';

/**
 * Settings, for staff: `get_settings`, `save_setting`, `save_retention_period` (decisions "Settings on a screen").
 * Times as ISO 8601.
 */

const text = v.nullable(v.string());
export const SettingValue = v.nullable(v.union([v.number(), v.string(), v.boolean(), v.array(v.string())]));
export type SettingValue = v.InferOutput<typeof SettingValue>;

/** The newest first, five at most. `who` is null for what was typed in SQL. */
const changes = v.array(v.object({ at: v.string(), who: text, before: SettingValue, after: SettingValue }));

export const Setting = v.object({
  name: v.string(),
  value: SettingValue,
  kind: v.picklist(['whole', 'number', 'switch', 'time', 'roles', 'text']),
  is_optional: v.boolean(),
  /** No screen changes it. */
  is_fixed: v.boolean(),
  /** Only a business admin changes it. */
  is_safety: v.boolean(),
  /** Of numbers, both included. */
  least: v.number(),
  most: v.number(),
  default: SettingValue,
  changes,
});
export type Setting = v.InferOutput<typeof Setting>;

export const RetentionPeriod = v.object({
  class: v.string(),
  /** As Postgres writes it, such as `2 years`; null if each row has its own date. */
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

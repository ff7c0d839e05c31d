import { RetentionPeriod, Setting, Settings, type SettingValue } from '#contract/management-settings.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';

export const fetchSettings = () => asMember((token) => callRpc('get_settings', {}, Settings, token));

/** Saves a setting. `seen` is the value that the decision was based on. */
export const saveSetting = (name: string, value: SettingValue, seen: SettingValue) =>
  asMember((token) => callRpc('save_setting', { p_change: { name, value, seen } }, Setting, token));

export const savePeriod = (name: string, period: string, seen: string) =>
  asMember((token) =>
    callRpc('save_retention_period', { p_class: name, p_keep: period, p_seen: seen }, RetentionPeriod, token),
  );

import type { ErrorCode } from '#contract/errors.ts';
import type { RetentionPeriod, Setting, SettingValue } from '#contract/management-settings.ts';
import type { SettingTopic } from '#ui/staff/setting-lines.ts';

export type Topic = SettingTopic | 'other' | 'retention';

export interface Entry {
  id: string;
  topic: Topic;
  label: string;
  what: string;
  value: SettingValue;
  default: SettingValue;
  changes: Setting['changes'];
  canChange: boolean;
  source: { kind: 'setting'; setting: Setting } | { kind: 'period'; period: RetentionPeriod };
}

export type Outcome = { state: 'done' } | { state: 'refused'; code: ErrorCode; field?: string };

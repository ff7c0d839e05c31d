import { settingTopics } from './setting-messages.ts';

export type SettingTopic = keyof typeof settingTopics;
export const settingTopicNames: Record<SettingTopic | 'other' | 'retention', string> = {
  selling: 'Selling and holding',
  moving: 'Moving and cancelling',
  waitlists: 'Waitlists and quiet hours',
  messages: 'Messages and recipients',
  schedule: 'Schedule and children',
  company: 'Company and GST',
  safety: 'Safety',
  alerts: 'Alerts and assistant',
  other: 'Other',
  retention: 'How long we store data',
};

/** The settings with their labels, in the order of the topics. */
export const settingLines: readonly { topic: SettingTopic; name: string; label: string; what: string }[] =
  Object.entries(settingTopics).flatMap(([topic, lines]) =>
    Object.entries<readonly [string, string]>(lines).map(([name, [label, what]]) => ({
      topic: topic as SettingTopic,
      name,
      label,
      what,
    })),
  );

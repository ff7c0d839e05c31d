import type { ErrorCode } from '#contract/errors.ts';
import type { SettingValue } from '#contract/management-settings.ts';
import { $salesModeChanges } from '#browser/sales-mode.ts';
import { createCollection } from '#ui/kit/collection.ts';
import { outcomeOf } from '#ui/kit/detail.ts';
import * as api from './api.ts';
import type { Entry, Outcome } from './entry.ts';
import { entriesOf } from './model.ts';

async function fetchEntries() {
  const answer = await api.fetchSettings();
  return answer.ok ? { ok: true as const, value: entriesOf(answer.value) } : answer;
}

/** The store reads all settings, opens the one that the address names, and changes it. */
export function createSettingsStore() {
  const collection = createCollection<Entry, ErrorCode, Outcome>({
    name: 'setting',
    isId: (text) => /^[a-z_.]{1,80}$/.test(text),
    idOf: ({ id }) => id,
    fetch: fetchEntries,
    notFound: 'invalid_input',
  });
  const send = async (entry: Entry, value: SettingValue): Promise<Outcome> =>
    entry.source.kind === 'period'
      ? outcomeOf(
          await api.savePeriod(
            entry.source.period.class,
            typeof value === 'string' ? value : '',
            entry.source.period.keep ?? '',
          ),
          () => ({ state: 'done' }),
        )
      : outcomeOf(await api.saveSetting(entry.id, value, entry.value), () => {
          $salesModeChanges.set($salesModeChanges.get() + 1);
          return { state: 'done' };
        });
  const save = (value: SettingValue) => collection.act((entry) => send(entry, value));
  return { ...collection, save };
}
export type SettingsStore = ReturnType<typeof createSettingsStore>;

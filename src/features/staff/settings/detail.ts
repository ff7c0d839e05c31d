import { atom } from 'nanostores';
import type { ErrorCode } from '#contract/errors.ts';
import type { Settings, SettingValue } from '#contract/management-settings.ts';
import { createDetail, outcomeOf } from '#ui/kit/detail.ts';
import * as api from './api.ts';
import type { Entry, Outcome } from './entry.ts';
import { entriesOf } from './model.ts';

export type SettingsView =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; entries: readonly Entry[] };

/** All settings, the one that the address names, and its change. */
export function createSettingsStore() {
  const $all = atom<SettingsView>({ state: 'loading' });
  const show = (settings: Settings): readonly Entry[] => {
    const entries = entriesOf(settings);
    $all.set({ state: 'ready', entries });
    return entries;
  };
  async function read(): Promise<void> {
    const answer = await api.fetchSettings();
    if (answer.ok) show(answer.value);
    else if ($all.get().state !== 'ready') $all.set({ state: 'failed' });
  }
  const detail = createDetail<Entry, ErrorCode, Outcome>({
    name: 'setting',
    isId: (text) => /^[a-z_.]{1,80}$/.test(text),
    async read(id) {
      const answer = await api.fetchSettings();
      if (!answer.ok) return answer;
      const entry = show(answer.value).find((one) => one.id === id);
      return entry ? { ok: true, value: entry } : { ok: false, code: 'invalid_input' };
    },
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
      : outcomeOf(await api.saveSetting(entry.id, value, entry.value), () => ({ state: 'done' }));
  const save = (value: SettingValue) => detail.act((entry) => send(entry, value));
  return { ...detail, $all, read, save };
}
export type SettingsStore = ReturnType<typeof createSettingsStore>;
